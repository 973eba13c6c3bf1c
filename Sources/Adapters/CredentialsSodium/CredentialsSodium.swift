import CSodium
package import ChatModel
import CredentialsAPI

/// Credentials by libsodium: Argon2id on two threads of its own, SHA-256, the system's random generator.
package final class CredentialsSodium: Credentials {
    /// Password hashes that may wait for a thread; more are `busy`. At some 20 ms each, two at a time, the last one
    /// waits less than a second.
    package static let waitingLimit = 64
    private static let threads = 2

    private let queue: WorkQueue

    /// Throws `internal` where libsodium or the system refuses to start.
    package convenience init() throws(ChatError) {
        try self.init(threads: Self.threads, waiting: Self.waitingLimit)
    }

    init(threads: Int, waiting: Int) throws(ChatError) {
        guard sodium_init() >= 0 else {
            throw ChatError(.internal, "libsodium could not be started: the system gives no random numbers.")
        }
        queue = WorkQueue(limit: waiting)
        for _ in 0..<threads {
            guard queue.startThread() else {
                queue.close()
                throw ChatError(.internal, "The system refused a thread. Raise this user's limit of processes.")
            }
        }
    }

    deinit { queue.close() }

    package func hash(password: String) async throws(ChatError) -> String {
        try await onOwnThread { () throws(ChatError) in try Argon2.hash(password) }
    }

    package func verify(password: String, hash: String?) async throws(ChatError) -> Bool {
        try await onOwnThread { () throws(ChatError) in
            let matches = Argon2.verify(password, hash ?? Argon2.nobody)
            return hash != nil && matches
        }
    }

    package func randomBytes(_ count: Int) -> [UInt8] {
        guard count > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, count)
        return bytes
    }

    package func digest(_ token: String) -> [UInt8] {
        let input = Array(token.utf8)
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256(&digest, input, UInt64(input.count))
        return digest
    }

    package func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        // How long a digest is is no secret.
        left.count == right.count && sodium_memcmp(left, right, left.count) == 0
    }

    private func onOwnThread<Outcome: Sendable>(
        _ work: @escaping @Sendable () throws(ChatError) -> Outcome
    ) async throws(ChatError) -> Outcome {
        try await withCheckedContinuation { (continuation: CheckedContinuation<Result<Outcome, ChatError>, Never>) in
            let accepted = queue.add {
                do throws(ChatError) {
                    continuation.resume(returning: .success(try work()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
            if !accepted { continuation.resume(returning: .failure(ChatError(.busy))) }
        }.get()
    }
}
