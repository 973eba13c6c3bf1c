import ChatModel
import ClientCore
import HistoryOracle

/// People with several devices each, a server of several loops, a network and a clock; all of it moves only by steps.
package final class World {
    package static let people = 3
    /// Another person, without a device: an owner of the server.
    package static let administrator = people
    package static let devices = 6
    package static let rooms = 4
    package static let loops = 3

    let seed: UInt64
    let server: any HistoryServer
    private(set) var devices: [Device] = []
    var said = 0
    /// Compaction makes what a device holds from before differ, rightly, from what a new one can load.
    private(set) var wasCompacted = false
    /// What somebody did and had the contrary of.
    private(set) var promiseBroken: String?
    /// Who said what, by device and room, in the order in which it was entered.
    private(set) var entered: [[Int: [String]]]

    /// The server of the simulation itself: the oracle's truth behind the wire's answers.
    package static let simulated: ServerMaker = { _ in
        Server(people: World.people, rooms: World.rooms, loops: World.loops)
    }

    init(seed: UInt64, _ make: ServerMaker) {
        self.seed = seed
        server = make(seed)
        entered = Array(repeating: [:], count: World.devices)
        for number in 0..<World.devices { devices.append(Device(number, person: number % World.people, self)) }
        for device in devices { device.start() }
    }

    /// Runs the steps until one shows a fault; nil when none does, also not when everything has come to rest.
    package static func fault(
        in steps: [Step], seed: UInt64, on make: ServerMaker = World.simulated
    ) -> String? {
        let world = World(seed: seed, make)
        defer { world.server.end() }
        for (index, step) in steps.enumerated() {
            world.perform(step)
            if let fault = world.check() { return "after step \(index + 1), \(step): \(fault)" }
        }
        return world.rest()
    }

    // MARK: Steps

    func perform(_ step: Step) {
        var chance = Chance(step.chance)
        let device = devices[step.device]
        guard let room = server.id(of: self.room(step)) else { return }
        switch step.act {
        case .say:
            guard device.screen.rooms.contains(where: { $0.id == room }) else { break }
            said += 1
            entered[step.device][self.room(step), default: []].append("m\(said)")
            device.tell(.send(room, text: "m\(said)"))
        case .open: device.tell(.openRoom(room))
        case .scrollToEnd, .scrollAway, .scrollToTop, .goToUnread: scroll(device, step.act)
        case .show: device.show(true)
        case .hide: device.show(false)
        case .markUnread, .delete: pick(device, step.act, &chance)
        case .join: device.tell(.join(room))
        case .leave: device.tell(.leave(room))
        case .retry: device.retryFailed()
        case .removeMember, .rejoin, .addMember, .givePart, .rename, .archive, .mute, .ban, .deleteRoom, .makeGroup,
            .makeDirect:
            askServer(step, device.person, &chance)
        case .call, .reply, .edit, .react, .pin, .follow, .readThread, .slowDown:
            if !talk(step, on: device, &chance) { talk(step, device.person, &chance) }
        case .expire: server.expire(step.room, &chance)
        default: disturb(step, device, &chance)
        }
        for _ in 0..<chance.below(14) { happen(&chance) }
    }

    private func scroll(_ device: Device, _ act: Step.Act) {
        guard let room = device.screen.header?.id else { return }
        switch act {
        case .scrollToEnd: device.tell(.timelineReached(room, .bottom))
        case .scrollAway: device.tell(.timelineLeft(room))
        case .goToUnread: device.tell(.goToFirstUnread(room))
        default: device.tell(.timelineReached(room, .top))
        }
    }

    /// Something is done to one of the messages on screen.
    private func pick(_ device: Device, _ act: Step.Act, _ chance: inout Chance) {
        guard let room = device.screen.header?.id else { return }
        // What others said only who keeps order deletes; to the rest it is refused.
        let others = chance.happens(1, in: 3)
        let rows = device.screen.rows.filter { row in
            guard case .event = row.key, row.kind == .message else { return false }
            return act == .markUnread || !row.isGone && (row.mine || others)
        }
        guard !rows.isEmpty, case .event(let seq) = rows[Int(chance.below(UInt64(rows.count)))].key else { return }
        guard act == .markUnread else { return device.tell(.delete(room, seq: seq)) }
        let before = device.unread(room)
        device.tell(.markUnread(room, seq: seq))
        if device.unread(room) < before {
            promiseBroken =
                "marked as unread from \(seq), room \(String(describing: server.number(of: room))) has fewer unread"
        }
    }

    private func disturb(_ step: Step, _ device: Device, _ chance: inout Chance) {
        switch step.act {
        case .cut: device.cut()
        case .goOffline: device.setNetwork(false)
        case .goOnline: device.setNetwork(true)
        case .kill: device.kill(writing: Int(chance.below(3)))
        case .start: device.start()
        case .slow: if let connection = device.connection { server.setSlow(true, connection) }
        case .drained: if let connection = device.connection { server.setSlow(false, connection) }
        case .reopen: device.reopen()
        case .refuse: server.refuse(Int(chance.below(3)))
        case .restartServer:
            server.restart(chance.next())
            for device in devices { device.serverLeft() }
        case .compact:
            wasCompacted = true
            server.compact()
        case .turn: server.turn(Int(chance.below(UInt64(World.loops))), most: .max, chance: chance.next())
        default: advance(Int64(chance.below(5000)))
        }
    }

    /// One thing somewhere goes on: a frame, an answer, a write, a loop's turn.
    private func happen(_ chance: inout Chance) {
        switch chance.below(10) {
        case 0..<server.share:
            server.turn(
                Int(chance.below(UInt64(World.loops))), most: Int(chance.below(8)), chance: chance.next())
        case server.share: server.receiveLate(&chance)
        default:
            let first = Int(chance.below(UInt64(World.devices)))
            let which = chance.next()
            for turn in 0..<World.devices * 4 {
                let device = devices[(first + turn / 4) % World.devices]
                if device.happen(which &+ UInt64(turn), &chance) { return }
            }
        }
    }

    private func advance(_ milliseconds: Int64) {
        server.now += milliseconds
        server.ping()
        for device in devices {
            for _ in 0..<8 where !device.fireDueTimers() { break }
        }
    }

    // MARK: Rest

    /// Everybody comes online and everything on its way arrives; a fault if something is not as it must be then.
    func rest() -> String? {
        var chance = Chance(seed &+ 17)
        server.refuse(0)
        for device in devices {
            device.start()
            device.setNetwork(true)
            // Whoever looks, reads; the counts are to be compared as they are.
            device.show(false)
        }
        for _ in 0..<60 {
            settle(&chance)
            advance(2000)
        }
        settle(&chance)
        if let fault = check() { return "at rest: " + fault }
        for device in devices where !device.isCaughtUp {
            return "at rest, device \(device.number) is not caught up: \(String(describing: device.screen.connection))"
        }
        return checkEnd() ?? server.checkEnd(&chance)
    }

    func settle(_ chance: inout Chance) {
        var quiet = 0
        while quiet < 2 {
            quiet += 1
            if server.finishWork(&chance) { quiet = 0 }
            for device in devices {
                if let connection = device.connection {
                    server.setSlow(false, connection)
                    server.finishWork(connection)
                }
                for which in 0..<4 as Range<UInt64> {
                    while device.happen(which, &chance) { quiet = 0 }
                }
            }
        }
    }

    /// A new device of the person; it takes part in nothing but `settle`.
    func withNewDevice(of person: Int, _ body: (Device) -> String?) -> String? {
        let device = Device(devices.count + 100, person: person, self)
        devices.append(device)
        defer {
            device.kill(writing: 0)
            devices.removeLast()
        }
        device.start()
        return body(device)
    }
}
