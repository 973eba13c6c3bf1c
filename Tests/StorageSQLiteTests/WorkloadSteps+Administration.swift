import ChatModel
import StorageAPI

extension WorkloadStep {
    private var isFirstOfTwo: Bool { number / WorkloadStep.round % 2 == 0 }

    /// What those who run the server do, all of it in one step.
    func administer(_ store: any WriteTransaction) throws(ChatError) {
        let id = AuditEntryID(millisecond: 0, entropy: UInt32(truncatingIfNeeded: number))
        if let newest = try store.auditLog(before: nil, limit: 1).first, newest.id >= id { return }
        let (owner, other) = (WorkloadStep.people[0], WorkloadStep.people[1])
        try store.record(
            AuditEntry(id: id, at: time, actor: owner, action: .userRole, user: other, detail: "member"))
        try store.setRegistrationMode(isFirstOfTwo ? .open : .invitation)
        try store.requireReload(of: other)
        try invite(store, by: owner)
        try resetPassword(of: other, store)
        try erase(store)
    }

    private func invite(_ store: any WriteTransaction, by maker: UserID) throws(ChatError) {
        let ids = (0..<2).map { InvitationID(millisecond: 0, entropy: UInt32(truncatingIfNeeded: number * 2 + $0)) }
        for id in ids {
            try store.insert(
                Invitation(
                    id: id, createdBy: maker, role: .guest, room: WorkloadStep.room, usesLeft: 1, createdAt: time,
                    expiresAt: time.advanced(bySeconds: 1)), codeHash: Array("code \(id)".utf8))
        }
        try store.deleteInvitation(ids[0])
        if isFirstOfTwo { try store.deleteInvitations(madeBy: maker) }
    }

    private func resetPassword(of user: UserID, _ store: any WriteTransaction) throws(ChatError) {
        if !isFirstOfTwo { try store.deletePasswordReset(of: user) }
        let reset = PasswordReset(
            user: user, createdBy: WorkloadStep.people[0], createdAt: time, expiresAt: time)
        try store.insert(reset, codeHash: Array("reset \(number)".utf8))
    }

    private func erase(_ store: any WriteTransaction) throws(ChatError) {
        guard var erasure = try store.nextErasure() else {
            try store.setErasure(
                Erasure(author: WorkloadStep.people[1], actor: WorkloadStep.people[0], through: .start))
            return
        }
        guard let through = try store.messages(by: erasure.author, after: erasure.through, scanning: 5).through else {
            return try store.deleteErasure(of: erasure.author)
        }
        erasure.through = through
        if isFirstOfTwo { try store.setErasure(erasure) } else { try store.deleteErasure(of: erasure.author) }
    }
}

extension RecordingTransaction {
    func record(_ entry: AuditEntry) throws(ChatError) {
        try base.record(entry)
        log.note(.recordAudit)
    }

    func setRegistrationMode(_ mode: RegistrationMode) throws(ChatError) {
        try base.setRegistrationMode(mode)
        log.note(.setRegistrationMode)
    }

    func requireReload(of user: UserID) throws(ChatError) {
        try base.requireReload(of: user)
        log.note(.requireReload)
    }

    func deleteInvitation(_ id: InvitationID) throws(ChatError) {
        try base.deleteInvitation(id)
        log.note(.deleteInvitation)
    }

    func deleteInvitations(madeBy maker: UserID) throws(ChatError) {
        try base.deleteInvitations(madeBy: maker)
        log.note(.deleteInvitationsOfMaker)
    }

    func insert(_ reset: PasswordReset, codeHash: [UInt8]) throws(ChatError) {
        try base.insert(reset, codeHash: codeHash)
        log.note(.insertPasswordReset)
    }

    func deletePasswordReset(of user: UserID) throws(ChatError) {
        try base.deletePasswordReset(of: user)
        log.note(.deletePasswordReset)
    }

    func setErasure(_ erasure: Erasure) throws(ChatError) {
        try base.setErasure(erasure)
        log.note(.setErasure)
    }

    func deleteErasure(of author: UserID) throws(ChatError) {
        try base.deleteErasure(of: author)
        log.note(.deleteErasure)
    }
}

/// Questions, passed on.
extension RecordingTransaction {
    func auditLog(before: AuditEntryID?, limit: Int) throws(ChatError) -> [AuditEntry] {
        try base.auditLog(before: before, limit: limit)
    }
    func registrationMode() throws(ChatError) -> RegistrationMode { try base.registrationMode() }
    func users(after: UserID?, limit: Int) throws(ChatError) -> [User] { try base.users(after: after, limit: limit) }
    func isInactive(_ user: UserID) throws(ChatError) -> Bool { try base.isInactive(user) }
    func hasOwner(besides user: UserID) throws(ChatError) -> Bool { try base.hasOwner(besides: user) }
    func invitation(_ id: InvitationID) throws(ChatError) -> Invitation? { try base.invitation(id) }
    func invitations(
        madeBy maker: UserID?, endingAfter now: Timestamp, before: InvitationID?, limit: Int
    ) throws(ChatError) -> [Invitation] {
        try base.invitations(madeBy: maker, endingAfter: now, before: before, limit: limit)
    }
    func spentInvitations(endedBefore end: Timestamp, limit: Int) throws(ChatError) -> [InvitationID] {
        try base.spentInvitations(endedBefore: end, limit: limit)
    }

    func spentResets(endedBefore end: Timestamp, limit: Int) throws(ChatError) -> [UserID] {
        try base.spentResets(endedBefore: end, limit: limit)
    }

    func passwordReset(codeHash: [UInt8]) throws(ChatError) -> PasswordReset? {
        try base.passwordReset(codeHash: codeHash)
    }
    func nextErasure() throws(ChatError) -> Erasure? { try base.nextErasure() }
    func messages(
        by author: UserID, after place: Place, scanning: Int
    ) throws(ChatError) -> ErasableMessages {
        try base.messages(by: author, after: place, scanning: scanning)
    }
}
