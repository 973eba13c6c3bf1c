package import ChatModel
import StorageAPI

/// A person's sessions as they see and end them.
extension Chat {
    /// The caller's sessions that are not past their time, in the order in which they were opened.
    package func sessions(for caller: Caller) async throws(ChatError) -> [Session] {
        let now = clock.now()
        return try await store.read { transaction throws(ChatError) in
            try transaction.liveSessions(of: caller.user, at: now)
        }
    }

    /// Ends one of the caller's own sessions, whose connections are told and closed at once; it may be the one that
    /// asks. Throws `not_found` for one that has ended or is somebody else's, `session_expired`.
    package func revokeSession(_ session: SessionID, by caller: Caller) async throws(ChatError) {
        try await store.write(as: caller) { transaction throws(ChatError) in
            try transaction.requireSession(of: caller)
            guard try transaction.sessions(of: caller.user).contains(where: { $0.id == session }) else {
                throw ChatError(.notFound, "You have no such session.", field: "session")
            }
            try transaction.deleteSession(session)
        }
        tellEnded([session])
    }

    /// Ends all sessions of the caller but the one that asks. Answers how many. Throws `session_expired`.
    package func revokeOtherSessions(by caller: Caller) async throws(ChatError) -> Int {
        let ended = try await store.write(as: caller) { transaction throws(ChatError) in
            try transaction.requireSession(of: caller)
            return try transaction.deleteSessions(of: caller)
        }
        tellEnded(ended)
        return ended.count
    }

    /// Keeps that these sessions are in use now. Nobody waits for it: what is not stored is stored the next time.
    package func keepUse(of sessions: [SessionID]) {
        let now = clock.now()
        var rest = sessions[...]
        while !rest.isEmpty {
            // The writer has others to serve between the pages.
            let page = rest.prefix(200)
            rest = rest.dropFirst(200)
            store.write { transaction throws(ChatError) in
                for session in page { try transaction.setLastUse(now, of: session) }
            } completion: { _ in
            }
        }
    }

    /// Whether the session's last use has to be kept anew.
    package func isUseStale(_ session: Session) -> Bool {
        session.lastUsedAt.advanced(bySeconds: settings.sessionUse) <= clock.now()
    }
}

extension ReadTransaction {
    func liveSessions(of user: UserID, at now: Timestamp) throws(ChatError) -> [Session] {
        try sessions(of: user).filter { now < $0.expiresAt }
    }
}

extension WriteTransaction {
    /// Ends all sessions of the person but the caller's. Answers the sessions it ended.
    func deleteSessions(of caller: Caller) throws(ChatError) -> [SessionID] {
        let others = try sessions(of: caller.user).map(\.id).filter { $0 != caller.session }
        for session in others { try deleteSession(session) }
        return others
    }
}
