import ChatModel
import CredentialsAPI
import Synchronization
import Testing

@testable import CredentialsSodium

@Suite("Credentials by libsodium")
struct CredentialsSodiumTests {
    private let credentials: CredentialsSodium

    init() throws { credentials = try CredentialsSodium() }

    @Test("a password gives its own hash and no other")
    func passwords() async throws {
        let hash = try await credentials.hash(password: "correct horse")
        #expect(try await credentials.verify(password: "correct horse", hash: hash))
        #expect(try await !credentials.verify(password: "correct horsf", hash: hash))
        #expect(try await !credentials.verify(password: "", hash: hash))
    }

    @Test("two hashes of one password differ, and say Argon2id with 19 MiB, two passes, one lane")
    func salted() async throws {
        let first = try await credentials.hash(password: "correct horse")
        let second = try await credentials.hash(password: "correct horse")
        #expect(first != second)
        #expect(first.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
    }

    @Test("without a hash the answer is no, at the cost of a hash of the same kind")
    func nobody() async throws {
        #expect(try await !credentials.verify(password: "anything", hash: nil))
        let fresh = try await credentials.hash(password: "anything")
        #expect(Argon2.nobody.split(separator: "$").prefix(3) == fresh.split(separator: "$").prefix(3))
        #expect(Argon2.nobody.utf8.count == fresh.utf8.count)
    }

    @Test("a hash that is none verifies nothing", arguments: ["", "$", "$argon2id$v=19$m=1", "plain"])
    func damaged(hash: String) async throws {
        #expect(try await !credentials.verify(password: "plain", hash: hash))
    }

    @Test("SHA-256 as FIPS 180-4 has it")
    func digest() {
        let hex = credentials.digest("abc").map { byte in
            let digits = String(byte, radix: 16)
            return digits.utf8.count == 2 ? digits : "0" + digits
        }
        #expect(hex.joined() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(credentials.digest("").count == 32)
    }

    @Test("bytes are equal when they are the same, in length too")
    func equality() {
        #expect(credentials.equal([1, 2, 3], [1, 2, 3]))
        #expect(!credentials.equal([1, 2, 3], [1, 2, 4]))
        #expect(!credentials.equal([1, 2, 3], [1, 2]))
        #expect(credentials.equal([], []))
    }

    @Test("random bytes are as many as asked for, and not the same twice")
    func random() {
        #expect(credentials.randomBytes(0).isEmpty)
        #expect(credentials.randomBytes(-1).isEmpty)
        #expect(credentials.randomBytes(32).count == 32)
        #expect(credentials.randomBytes(32) != credentials.randomBytes(32))
    }

    @Test("what is past the queue's bound is busy, and what was taken is done")
    func bounded() async throws {
        // One thread and one place: of many at once, most are refused.
        let small = try CredentialsSodium(threads: 1, waiting: 1)
        let outcomes = await withTaskGroup(of: Result<String, ChatError>.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    do throws(ChatError) { return .success(try await small.hash(password: "password")) } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let refused = outcomes.filter { $0 == .failure(ChatError(.busy)) }.count
        let done = outcomes.filter { (try? $0.get()) != nil }.count
        #expect(done >= 1)
        #expect(done + refused == 16)
    }
}

@Suite("Work for threads")
struct WorkQueueTests {
    @Test("a full or closed queue takes nothing; what waited is still given out")
    func bounds() {
        let queue = WorkQueue(limit: 2)
        let ran = Atomic(0)
        for _ in 0..<2 { #expect(queue.add { ran.add(1, ordering: .relaxed) }) }
        #expect(!queue.add {})
        queue.take()?()
        #expect(queue.add { ran.add(1, ordering: .relaxed) })
        queue.close()
        #expect(!queue.add {})
        while let work = queue.take() { work() }
        #expect(ran.load(ordering: .relaxed) == 3)
    }
}
