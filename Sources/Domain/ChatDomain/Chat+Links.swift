package import ChatModel
import CredentialsAPI
import StorageAPI

/// Whether the secret of a link is good, asked before a page shows its form. Using it decides again, at its place.
extension Chat {
    /// Throws `setup_done`, `setup_token_invalid`.
    package func checkSetupToken(_ token: String) async throws(ChatError) {
        let hash = credentials.digest(token)
        try await store.read { [credentials] transaction throws(ChatError) in
            try transaction.requireSetup(tokenHash: hash, credentials)
        }
    }

    /// Throws `registration_closed`, `invitation_invalid`.
    package func checkInvitation(_ code: String) async throws(ChatError) {
        let hash = credentials.digest(code)
        let now = clock.now()
        _ = try await store.read { transaction throws(ChatError) in try transaction.admission(hash, at: now) }
    }

    /// Throws `reset_invalid`.
    package func checkReset(_ code: String) async throws(ChatError) {
        let hash = credentials.digest(code)
        let now = clock.now()
        _ = try await store.read { transaction throws(ChatError) in
            try transaction.resetAccount(codeHash: hash, at: now)
        }
    }
}
