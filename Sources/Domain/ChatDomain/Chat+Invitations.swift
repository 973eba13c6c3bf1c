package import ChatModel
import CredentialsAPI
import StorageAPI

extension Chat {
    /// Leave for others to register, or, with a `room`, to come into it: for new people and for those who have an account.
    ///
    /// Without a room: owners and administrators only; only an owner invites administrators; nobody invites owners. With
    /// one: whoever may add members there. It is good as long as who made it might make it. Throws `forbidden` (also for
    /// one invitation too many), `not_found`, `not_member`, `archived`, `invalid_argument`.
    ///
    /// - Parameters:
    ///   - uses: how many may use it, 1 to 1000.
    ///   - expiresIn: seconds, 60 to 31,536,000.
    ///   - role: of new people: `member`, `admin` without a room, `guest` with one.
    package func invite(
        by caller: Caller, uses: Int = Limits.usualInvitationUses,
        expiresIn: Int64 = Limits.usualInvitationLifetime, role: Role = .member, room: RoomID? = nil
    ) async throws(ChatError) -> IssuedInvitation {
        try await issue(createdBy: caller.user, uses: uses, expiresIn: expiresIn, role: role, room: room) {
            transaction, now throws(ChatError) in
            try transaction.refuseEnded(caller)
            if let room {
                let standing = try transaction.standing(of: caller.user, in: room)
                try standing.require(.member)
                try standing.refuseInFeed()
                guard standing.asker.role != .guest else { throw ChatError(.forbidden) }
                try standing.requireOpen()
            } else {
                guard try transaction.account(caller.user).role.mayInvite(role) else { throw ChatError(.forbidden) }
            }
            let most = Limits.invitationsPerPerson
            let present = try transaction.invitations(
                madeBy: caller.user, endingAfter: now, before: nil, limit: most)
            guard present.count < most else {
                throw ChatError(.forbidden, "You have \(most) invitations, the most there may be. Revoke some first.")
            }
        }
    }

    /// As `invite`, by whoever runs the server.
    package func operatorInvite(
        uses: Int = Limits.usualInvitationUses, expiresIn: Int64 = Limits.usualInvitationLifetime,
        role: Role = .member
    ) async throws(ChatError) -> IssuedInvitation {
        try await issue(createdBy: nil, uses: uses, expiresIn: expiresIn, role: role, room: nil) {
            _, _ throws(ChatError) in
        }
    }

    /// The invitations that can still be used, the newest first, below `before` (nil: the newest of all), and whether there
    /// are more: for owners and administrators everybody's, for others their own.
    ///
    /// - Parameter limit: 1 to 200.
    package func invitations(
        before: InvitationID? = nil, limit: Int = Limits.invitationsPage.usual, for caller: Caller
    ) async throws(ChatError) -> (page: [Invitation], more: Bool) {
        let limit = try checked(limit, Limits.invitationsPage)
        let now = clock.now()
        return try await store.read { transaction throws(ChatError) in
            let asker = try transaction.account(caller.user)
            let found = try transaction.invitations(
                madeBy: asker.role.administers ? nil : asker.id, endingAfter: now, before: before, limit: limit + 1)
            return firstPage(found, of: limit)
        }
    }

    /// Makes an invitation void: one's own, and anybody's for owners and administrators; `not_found` for others.
    package func revokeInvitation(_ id: InvitationID, by caller: Caller) async throws(ChatError) {
        let now = clock.now()
        try await store.write(as: caller) { transaction throws(ChatError) in
            let asker = try transaction.account(caller.user)
            guard let invitation = try transaction.invitation(id),
                invitation.createdBy == asker.id || asker.role.administers
            else { throw ChatError(.notFound, "There is no such invitation.", field: "invitation") }
            try transaction.deleteInvitation(id)
            try transaction.record(
                .invitationRevoked, by: asker.id, user: invitation.createdBy, room: invitation.room,
                detail: invitation.role.rawValue, at: now)
        }
    }

    /// Makes the caller a member of the room that the invitation leads into, whatever their role; who is in it already
    /// uses nothing up.
    ///
    /// Throws `invitation_invalid` also for one that leads into no room, `archived`, `forbidden` where somebody or the
    /// group has no place left.
    package func acceptInvitation(_ code: String, by caller: Caller) async throws(ChatError) -> RoomSummary {
        let codeHash = credentials.digest(code)
        let now = clock.now()
        return try await store.write(as: caller) { [settings] transaction throws(ChatError) in
            _ = try transaction.account(caller.user)
            if let room = try transaction.invitation(codeHash: codeHash)?.room {
                if try transaction.isMember(caller.user, of: room) {
                    return try transaction.knownSummary(of: room, for: caller.user)
                }
                guard try !transaction.isArchived(room) else { throw ChatError(.archived) }
            }
            let invitation = try transaction.validInvitation(codeHash: codeHash, at: now)
            guard let room = invitation.room else {
                throw ChatError(.invitationInvalid, "This invitation is for new people.", field: "code")
            }
            try transaction.setUsesLeft(invitation.usesLeft - 1, of: invitation.id)
            try transaction.enter(room, by: caller.user, invitedAt: now, roomsPerUser: settings.roomsPerUser)
            return try transaction.knownSummary(of: room, for: caller.user)
        }
    }

    private func issue(
        createdBy: UserID?, uses: Int, expiresIn: Int64, role: Role, room: RoomID?,
        permit: @escaping @Sendable (any WriteTransaction, Timestamp) throws(ChatError) -> Void
    ) async throws(ChatError) -> IssuedInvitation {
        guard Limits.invitationUses.contains(uses) else { throw ChatError(.invalidArgument, field: "uses") }
        guard Limits.invitationLifetime.contains(expiresIn) else {
            throw ChatError(.invalidArgument, field: "expires_in")
        }
        guard role == .member || role == (room == nil ? .admin : .guest) else {
            throw ChatError(
                .invalidArgument, "People are invited as member or admin, to a room as member or guest.", field: "role")
        }
        let code = Secret.invitationCode(credentials)
        let codeHash = credentials.digest(code)
        let now = clock.now()
        let invitation = Invitation(
            id: identifiers.next(), createdBy: createdBy, role: role, room: room, usesLeft: uses, createdAt: now,
            expiresAt: now.advanced(bySeconds: expiresIn))
        try await store.write { transaction throws(ChatError) in
            try permit(transaction, now)
            try transaction.insert(invitation, codeHash: codeHash)
            try transaction.record(.invitationMade, by: createdBy, room: room, detail: role.rawValue, at: now)
        }
        return IssuedInvitation(invitation: invitation, code: code)
    }
}
