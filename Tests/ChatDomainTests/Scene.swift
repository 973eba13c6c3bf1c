import ChatModel
import ClusterAPI
import CredentialsAPI
import Foundation
import StorageAPI
import StorageSQLite
import Synchronization
import Testing

@testable import ChatDomain

/// A chat on a real store in a folder of its own, with the clock in the test's hand.
struct Scene: Sendable {
    let chat: Chat
    let store: SQLiteStore
    let clock: ManualClock
    let cluster: RecordingCluster
    let credentials: PlainCredentials

    /// Runs `body` and leaves nothing behind.
    static func run(
        settings: ChatSettings = ChatSettings(), _ body: (Scene) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "roost-domain-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let cluster = RecordingCluster()
        let clock = ManualClock()
        let credentials = PlainCredentials()
        let store = try SQLiteStore.open(folder: folder.path, listener: CommitRelay(cluster: cluster))
        let chat = Chat(store: store, credentials: credentials, cluster: cluster, clock: clock, settings: settings)
        let outcome: Result<Void, any Error>
        do {
            try await body(
                Scene(chat: chat, store: store, clock: clock, cluster: cluster, credentials: credentials))
            outcome = .success(())
        } catch { outcome = .failure(error) }
        await store.close()
        try outcome.get()
    }

    /// Returns when the cluster has been told of everything whose write completed before: a write is acknowledged first.
    func settle() async throws {
        try await store.write { _ throws(ChatError) in }
    }

    /// An account of any role, with the password "password", and a session of it.
    func person(_ name: String, role: Role = .member) async throws -> (user: User, caller: Caller, token: String) {
        let user = try await chat.createUser(.of(name), role: role)
        let logIn = try await chat.logIn(
            email: user.email, password: "password", device: "", address: "192.0.2.1")
        return (user, Caller(user: user.id, session: logIn.session.id), logIn.token)
    }

    func caller(_ name: String, role: Role = .member) async throws -> Caller {
        try await person(name, role: role).caller
    }

    /// A room of a kind that no request makes yet, with these members.
    func privateRoom(_ members: [UserID]) async throws -> RoomID {
        let room = Room(
            id: RoomID(millisecond: clock.now().milliseconds, entropy: UInt32.random(in: 0..<1 << 22)), kind: .group,
            name: "secret", description: "", createdBy: members[0], createdAt: clock.now())
        try await store.write { transaction throws(ChatError) in
            try transaction.insert(room)
            for user in members {
                try transaction.insert(
                    Membership(
                        room: room.id, user: user, role: user == members[0] ? .owner : .member, cursor: 0,
                        joinedAt: room.createdAt))
                try transaction.append(
                    .memberJoined(user), to: room.id, by: user, at: room.createdAt, nonce: nil, fingerprint: 0)
            }
        }
        return room.id
    }
}

extension Registration {
    static func of(_ name: String, password: String = "password") throws(ChatError) -> Registration {
        try Registration(
            email: "\(name)@example.org", password: password, name: name,
            avatar: Avatar(picture: "fox", color: "#c0ffee"))
    }
}

/// Why `act` was refused; nil (and a failed expectation) where it was not.
func refusal<Outcome>(
    sourceLocation: SourceLocation = #_sourceLocation, _ act: () async throws(ChatError) -> Outcome
) async -> ChatError? {
    do throws(ChatError) {
        _ = try await act()
        Issue.record("It was not refused.", sourceLocation: sourceLocation)
        return nil
    } catch { return error }
}

/// Expects that `act` is refused with `code`.
func expectRefusal<Outcome>(
    _ code: ErrorCode, sourceLocation: SourceLocation = #_sourceLocation, _ act: () async throws(ChatError) -> Outcome
) async {
    let found = await refusal(sourceLocation: sourceLocation, act)
    #expect(found?.code == code, sourceLocation: sourceLocation)
}

final class ManualClock: WallClock {
    private let milliseconds = Mutex<Int64>(1_800_000_000_000)
    /// How far the time of day was set forward or back.
    private let offset = Mutex<Int64>(0)

    func now() -> Timestamp { Timestamp(milliseconds: milliseconds.withLock { $0 } + offset.withLock { $0 }) }
    func monotonic() -> Int64 { milliseconds.withLock { $0 } - 1_700_000_000_000 }
    /// Sets the time of day; the time that passes is another's.
    func setTimeOfDay(days: Int64) { offset.withLock { $0 = days * 86_400_000 } }
    func advance(seconds: Int64) { advance(milliseconds: seconds * 1000) }
    func advance(milliseconds by: Int64) { milliseconds.withLock { $0 += by } }
}

/// Remembers what was published.
final class RecordingCluster: Cluster {
    private let heard = Mutex<(events: [Event], signals: [Signal])>(([], []))

    func publish(_ events: [Event], through: Place) { heard.withLock { $0.events += events } }
    func publish(_ signal: Signal) { heard.withLock { $0.signals.append(signal) } }
    func listen(_ listener: any ClusterListener) {}

    var events: [Event] { heard.withLock { $0.events } }
    var signals: [Signal] { heard.withLock { $0.signals } }
    func forget() { heard.withLock { $0 = ([], []) } }
}

/// Credentials without their cost: what they keep secret is CredentialsSodium's to test.
final class PlainCredentials: Credentials {
    private let state = Mutex<(counter: UInt64, isBusy: Bool, afterVerify: (@Sendable () async -> Void)?, hashes: Int)>(
        (0, false, nil, 0))

    func setBusy(_ busy: Bool) { state.withLock { $0.isBusy = busy } }
    /// Runs once, between a password's verification and what follows from it.
    func afterVerify(_ body: @escaping @Sendable () async -> Void) { state.withLock { $0.afterVerify = body } }
    /// Passwords hashed or verified so far.
    var work: Int { state.withLock { $0.hashes } }

    func hash(password: String) async throws(ChatError) -> String {
        try begin()
        return "hash of " + password
    }

    func verify(password: String, hash: String?) async throws(ChatError) -> Bool {
        try begin()
        let body = state.withLock { state in
            defer { state.afterVerify = nil }
            return state.afterVerify
        }
        await body?()
        return hash == "hash of " + password
    }

    private func begin() throws(ChatError) {
        let isBusy = state.withLock { state in
            state.hashes += 1
            return state.isBusy
        }
        if isBusy { throw ChatError(.busy) }
    }

    func randomBytes(_ count: Int) -> [UInt8] {
        let counter = state.withLock { state in
            state.counter += 1
            return state.counter
        }
        return (0..<count).map { UInt8(truncatingIfNeeded: counter >> UInt64($0 % 8 * 8)) }
    }

    func digest(_ token: String) -> [UInt8] { Array("digest of \(token)".utf8) }
    func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool { left == right }
}
