package import ChatModel
import StorageAPI

extension Chat {
    /// Changes what the caller is called and shown as, and tells the directory; nil leaves what is there.
    ///
    /// Throws `handle_taken`, `invalid_argument`, `too_long`, `rate_limited`.
    package func updateProfile(
        name: String?, handle: String?, avatar: Avatar?, by caller: Caller
    ) async throws(ChatError) -> User {
        let newName: String? =
            if let name { try TextRules.line(name, Limits.nameCharacters, field: "name") } else { nil }
        let newHandle: String? = if let handle { try Handle.normalized(handle) } else { nil }
        let newAvatar: Avatar? = if let avatar { try Registration.checked(avatar) } else { nil }
        try rates.changeProfile(caller.user)
        let now = clock.now()
        return try await store.write(as: caller) { transaction throws(ChatError) in
            let user = try transaction.account(caller.user)
            var changed = user
            if let newName { changed.name = newName }
            if let newHandle { changed.handle = newHandle }
            if let newAvatar { changed.avatar = newAvatar }
            if changed != user { try transaction.change(changed, at: now) }
            return changed
        }
    }
}

extension WriteTransaction {
    /// Stores what the account is now and tells the directory. Throws as `update` does.
    func change(_ user: User, at now: Timestamp) throws(ChatError) {
        try update(user)
        try append(.userUpdated(user), at: now)
    }
}
