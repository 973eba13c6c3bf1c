package import ChatModel
import CredentialsAPI
import StorageAPI

extension Chat {
    /// Leave for others to register. Owners and administrators only; only an owner invites administrators; nobody
    /// invites owners.
    ///
    /// - Parameters:
    ///   - uses: registrations, 1 to 1000.
    ///   - expiresIn: seconds, 60 to 31,536,000.
    ///   - role: `member` or `admin`.
    package func invite(
        by caller: Caller, uses: Int = Limits.usualInvitationUses,
        expiresIn: Int64 = Limits.usualInvitationLifetime, role: Role = .member
    ) async throws(ChatError) -> IssuedInvitation {
        try await issue(createdBy: caller.user, uses: uses, expiresIn: expiresIn, role: role) {
            transaction throws(ChatError) in
            let inviter = try transaction.account(caller.user)
            guard inviter.role.administers, role != .admin || inviter.role == .owner else {
                throw ChatError(.forbidden)
            }
        }
    }

    /// As `invite`, by whoever runs the server.
    package func operatorInvite(
        uses: Int = Limits.usualInvitationUses, expiresIn: Int64 = Limits.usualInvitationLifetime,
        role: Role = .member
    ) async throws(ChatError) -> IssuedInvitation {
        try await issue(createdBy: nil, uses: uses, expiresIn: expiresIn, role: role) {
            _ throws(ChatError) in
        }
    }

    private func issue(
        createdBy: UserID?, uses: Int, expiresIn: Int64, role: Role,
        permit: @escaping @Sendable (any WriteTransaction) throws(ChatError) -> Void
    ) async throws(ChatError) -> IssuedInvitation {
        guard Limits.invitationUses.contains(uses) else { throw ChatError(.invalidArgument, field: "uses") }
        guard Limits.invitationLifetime.contains(expiresIn) else {
            throw ChatError(.invalidArgument, field: "expires_in")
        }
        guard role == .member || role == .admin else {
            throw ChatError(.invalidArgument, "People are invited as member or admin.", field: "role")
        }
        let code = Secret.invitationCode(credentials)
        let codeHash = credentials.digest(code)
        let now = clock.now()
        let invitation = Invitation(
            id: identifiers.next(), createdBy: createdBy, role: role, usesLeft: uses, createdAt: now,
            expiresAt: now.advanced(bySeconds: expiresIn))
        try await store.write { transaction throws(ChatError) in
            try permit(transaction)
            try transaction.insert(invitation, codeHash: codeHash)
        }
        return IssuedInvitation(invitation: invitation, code: code)
    }
}
