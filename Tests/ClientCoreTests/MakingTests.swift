import ChatModel
import ChatWire
import TestThreads
import Testing

@testable import ClientCore

@Suite("Making channels and groups, and asking for direct rooms", .ownThread)
struct MakingTests {
    let world = SimulatedWorld()
    let emma: User
    let john: User
    let mia: User
    let client: SimulatedClient
    let other: SimulatedClient

    init() {
        emma = world.server.addUser("Emma")
        john = world.server.addUser("John")
        mia = world.server.addUser("Mia")
        world.server.addChannel("general", members: [emma, john])
        client = SimulatedClient(world, cookie: emma.id)
        other = SimulatedClient(world, cookie: john.id, entropy: 2)
        for client in world.clients { client.start() }
        world.settle()
    }

    func make(_ name: String = "Us", description: String = "only", _ users: [User]? = nil) {
        client.tell(.createGroup(name: name, description: description, users: (users ?? [john]).map { $0.id }))
    }

    var made: [Request] { world.server.received.map { $0.request }.filter { $0.name == .createGroup } }
    var groups: Int { world.server.channels.values.filter { $0.room.kind == .group }.count }

    @Test("a group that one makes opens, and is in the lists of the chosen and of nobody else")
    func made_() {
        let stranger = SimulatedClient(world, cookie: mia.id, entropy: 3)
        stranger.start()
        world.settle()
        make()
        #expect(client.views.form?.busy == true)
        world.settle()
        #expect(client.views.form?.name == .group && client.views.form?.done == true)
        #expect(client.views.header?.name == "Us" && client.views.header?.members == 2)
        #expect(client.views.header?.section == .groups && client.views.header?.part == .owner)
        #expect(other.views.rooms.map { $0.name } == ["general", "Us"])
        #expect(other.views.rooms.last?.part == .member)
        #expect(other.views.notices == ["Emma added you to Us."] && client.views.notices.isEmpty)
        #expect(
            client.views.rows.filter { $0.kind == .notice }.map { $0.text } == [
                "Emma made this room", "Emma added John",
            ])
        #expect(stranger.views.rooms.isEmpty)
    }

    @Test("a group that could not be made is told, and the next attempt may succeed")
    func refused() {
        world.server.refusals.append((.createGroup, ChatError(.notFound, "There is no such account.", field: "users")))
        make()
        world.settle()
        #expect(client.views.form?.error == FormError(field: "users", message: "There is no such account."))
        #expect(client.views.form?.busy == false && groups == 0)
        make()
        world.settle()
        #expect(client.views.form?.done == true && groups == 1)
    }

    @Test("without a connection nothing is begun")
    func offline() {
        client.goOffline()
        make()
        #expect(client.views.form?.error?.message == ClientCore.offline && client.views.form?.busy == false)
        client.goOnline()
        world.settle()
        #expect(groups == 0)
    }

    @Test("a group whose answer is lost with the connection is asked for again by the same nonce, and made once")
    func interrupted() {
        make()
        #expect(groups == 1)
        client.cut()
        #expect(client.views.form?.busy == true && client.views.form?.error?.message == ClientCore.makesLater(.group))
        client.reopen()
        world.settle()
        #expect(client.views.form?.done == true && groups == 1)
        #expect(made.count == 2 && made[0] == made[1])
        #expect(client.views.header?.name == "Us")
    }

    @Test("a group whose answer does not come is not made twice by trying again")
    func unanswered() {
        world.server.silent = [.createGroup]
        make()
        world.advance(PendingRequests.patience)
        #expect(client.views.form?.busy == false && client.views.form?.error != nil)
        world.server.silent = []
        make()
        world.settle()
        #expect(client.views.form?.done == true && groups == 1)
    }

    @Test("what was changed after a lost answer is not made beside the first, but told")
    func changedAfterLoss() {
        world.server.silent = [.createGroup]
        make()
        world.advance(PendingRequests.patience)
        world.server.silent = []
        make("We")
        world.settle()
        #expect(client.views.form?.error?.message == ClientCore.madeBefore(.group) && groups == 1)
        make("We")
        world.settle()
        #expect(client.views.form?.done == true && groups == 2)
    }

    @Test("a group that was given up and is made all the same comes into the list and is not opened")
    func givenUp() {
        make()
        client.tell(.giveUpMaking)
        world.settle()
        #expect(client.views.header?.name == "general")
        #expect(client.views.rooms.map { $0.name } == ["general", "Us"])
        make("Next")
        world.settle()
        #expect(client.views.header?.name == "Next" && groups == 2)
    }

    @Test("two groups in a row have nonces of their own, also when they are the same")
    func twice() {
        make()
        world.settle()
        make()
        world.settle()
        #expect(groups == 2)
    }

    private func makeChannel(_ name: String = "news", about description: String = "") {
        client.tell(.createChannel(name: name, description: description))
    }

    private var channels: [String] {
        world.server.channels.values.filter { $0.room.kind == .channel }.map(\.room.name).sorted()
    }

    @Test("a channel whose answer is lost with the connection is asked for again by the same nonce, and made once")
    func interruptedChannel() {
        makeChannel()
        client.cut()
        #expect(client.views.form?.name == .channel && client.views.form?.busy == true)
        #expect(client.views.form?.error?.message == ClientCore.makesLater(.channel))
        client.reopen()
        world.settle()
        #expect(client.views.form?.done == true && channels == ["general", "news"])
        let asked = world.server.received.map { $0.request }.filter { $0.name == .createChannel }
        #expect(asked.count == 2 && asked[0] == asked[1])
        #expect(client.views.header?.name == "news")
    }

    @Test("a channel whose answer does not come is not taken for another's when it is tried again")
    func unansweredChannel() {
        world.server.silent = [.createChannel]
        makeChannel()
        world.advance(PendingRequests.patience)
        #expect(client.views.form?.busy == false && client.views.form?.error != nil)
        world.server.silent = []
        makeChannel(about: "changed")
        world.settle()
        #expect(client.views.form?.error?.message == ClientCore.madeBefore(.channel))
        makeChannel("more news")
        world.settle()
        #expect(client.views.form?.done == true && channels == ["general", "more news", "news"])
    }

    @Test("a channel that was given up is not made when the connection is back, and opens nothing when it was made")
    func givenUpChannel() {
        makeChannel()
        client.cut()
        client.tell(.giveUpMaking)
        client.reopen()
        world.settle()
        #expect(client.views.header?.name == "general")
        #expect(world.server.received.count { $0.request.name == .createChannel } == 1)
        #expect(client.views.rooms.map { $0.name } == ["general", "news"])
        make()
        world.settle()
        #expect(client.views.header?.name == "Us" && groups == 1)
    }

    @Test("a direct room bears the names of the others, on each side, and those who are not known are asked for")
    func direct() {
        client.tell(.direct([mia.id, john.id, emma.id]))
        world.settle()
        #expect(client.views.form?.name == .direct && client.views.form?.done == true)
        let names = client.views.header?.name
        #expect(names == "John, Mia" || names == "Mia, John")
        #expect(client.views.header?.section == .direct)
        #expect(Set(client.views.header?.people.map { $0.name } ?? []) == ["John", "Mia"])
        #expect(client.views.rows.isEmpty)
        let theirs = other.views.rooms.last?.name
        #expect(theirs == "Emma, Mia" || theirs == "Mia, Emma")
        world.advance(ClientCore.snapshotDelay)
        client.start(online: false)
        #expect(client.views.rooms.last?.name == names)
    }

    @Test("a direct room that is held is opened without asking, also without a connection")
    func heldDirect() {
        let room = world.server.addPrivate(.direct, "", members: [john, emma])
        world.settle()
        client.goOffline()
        client.tell(.direct([john.id]))
        #expect(client.views.header?.id == room)
        client.tell(.direct([mia.id]))
        #expect(client.views.form?.error?.message == ClientCore.offline)
    }

    @Test("a direct room that is refused, or whose answer is lost, is told")
    func refusedDirect() {
        world.server.refusals.append((.direct, ChatError(.forbidden, "Not with them.")))
        client.tell(.direct([mia.id]))
        world.settle()
        #expect(client.views.form?.error?.message == "Not with them.")
        world.server.silent = [.direct]
        client.tell(.direct([mia.id]))
        client.cut()
        #expect(client.views.form?.error?.message == ClientCore.offline && client.views.form?.busy == false)
        world.server.silent = []
        client.reopen()
        world.settle()
        client.tell(.direct([mia.id]))
        world.settle()
        #expect(client.views.form?.done == true)
    }
}
