package import ChatModel
import StorageAPI

extension Chat {
    /// What the caller wants of their devices.
    package func preferences(of caller: Caller) async throws(ChatError) -> Preferences {
        try await store.read { transaction throws(ChatError) in try transaction.preferences(of: caller.user) }
    }

    /// Changes some of it; told to the caller's devices where it is another then. Answers what it is then.
    ///
    /// Throws `invalid_argument` for quiet hours that are none and for a time before 1970.
    package func updatePreferences(
        _ change: PreferencesChange, by caller: Caller
    ) async throws(ChatError) -> Preferences {
        if let quiet = change.quiet ?? nil {
            guard QuietHours.minutes.contains(quiet.from), QuietHours.minutes.contains(quiet.to), quiet.from != quiet.to
            else {
                throw ChatError(
                    .invalidArgument, "Quiet hours are from one minute of the day to another.", field: "quiet")
            }
        }
        if let until = change.dndUntil ?? nil, !Limits.time.contains(until.milliseconds) {
            throw ChatError(.invalidArgument, "This is no time.", field: "dnd_until")
        }
        let now = clock.now()
        return try await store.write(as: caller) { transaction throws(ChatError) in
            try transaction.refuseInactive(caller.user)
            let before = try transaction.preferences(of: caller.user)
            let changed = change.applied(to: before)
            guard changed != before else { return before }
            try transaction.setPreferences(changed, of: caller.user)
            try transaction.append(.preferencesChanged(changed), for: caller.user, at: now)
            return changed
        }
    }
}
