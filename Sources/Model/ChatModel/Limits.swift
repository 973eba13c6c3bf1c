/// Every bound that docs/protocol.md states, by name. A character is a Unicode code point.
package enum Limits {
    /// UTF-8 bytes of an e-mail address (RFC 5321, section 4.5.3.1.3, less the angle brackets).
    package static let emailBytes = 254
    /// UTF-8 bytes.
    package static let passwordBytes = 8...256
    /// Characters of a person's name, after trimming.
    package static let nameCharacters = 1...80
    package static let handleCharacters = 2...32
    package static let pictureCharacters = 1...64
    package static let deviceCharacters = 100
    /// Characters of a channel's name, after trimming.
    package static let channelNameCharacters = 1...80
    package static let channelDescriptionCharacters = 500
    /// Members of a group when it is made, and after somebody is added.
    package static let groupMembers = 1_000
    /// People added to a room at once.
    package static let membersPerRequest = 1...100
    /// People whom one person has blocked.
    package static let blocks = 1_000
    /// People in a direct room, the one who asks for it included.
    package static let directMembers = 2...8
    /// UTF-8 bytes of what `people.find` looks for: an e-mail address fits.
    package static let peopleQueryBytes = emailBytes
    package static let messageCharacters = 1...16_000
    /// Times that one message is edited.
    package static let edits = 100
    /// People whom one message mentions; who is named after them is not called.
    package static let mentionedUsers = 50
    /// UTF-8 bytes of a reaction.
    package static let emojiBytes = 1...64
    /// Different emoji on one message.
    package static let emojiPerMessage = 30
    /// Emoji of one person on one message.
    package static let ownEmojiPerMessage = 20
    /// Ids that stand with an emoji's count.
    package static let shownReactors = 8
    /// Ids that stand with the count of a thread's replies.
    package static let shownRepliers = 4
    package static let pinsPerRoom = 100
    /// Seconds between two messages of one member of a room.
    package static let slowMode: ClosedRange<Int64> = 0...21_600
    /// Days that a room's messages stay.
    package static let retention: ClosedRange<Int64> = 0...3_650
    /// Seconds: a minute to a year.
    package static let mute: ClosedRange<Int64> = 60...31_536_000
    /// People who are banned from one room.
    package static let bansPerRoom = 10_000
    package static let reportReasonCharacters = 500
    /// Reports of one person that nobody has dealt with yet.
    package static let openReports = 100
    /// UTF-8 bytes.
    package static let nonceBytes = 1...Nonce.maximumLength
    /// UTF-8 bytes of a token or code that a client sends; ours are shorter.
    package static let secretBytes = 128
    /// Ids in one `users` request.
    package static let usersPerRequest = 1...100

    package static let invitationUses = 1...1000
    package static let usualInvitationUses = 1
    /// Seconds.
    package static let invitationLifetime: ClosedRange<Int64> = 60...31_536_000
    /// Seconds: a week.
    package static let usualInvitationLifetime: Int64 = 604_800

    /// Invitations of one person that have uses left and have not ended.
    package static let invitationsPerPerson = 500
    /// Seconds that a link for a new password is good: a day.
    package static let resetLifetime: Int64 = 86_400

    /// Drafts of one person; together they also hold no more than `pageBytes`.
    package static let drafts = 500
    /// Messages that one person has saved.
    package static let savedMessages = 5_000
    /// Messages that one person has scheduled; together they also hold no more than `pageBytes`.
    package static let scheduled = 100
    /// Milliseconds from now to when a message may be scheduled for: half a minute to a year and a day.
    package static let scheduleAhead: ClosedRange<Int64> = 30_000...31_622_400_000
    /// Milliseconds since 1970: what JavaScript can hold as a date.
    package static let time: ClosedRange<Int64> = 0...8_640_000_000_000_000
    /// People whose presence one connection hears of.
    package static let watchedPeople = 0...200

    package static let channelsPage = PageSize(usual: 100, most: 200)
    package static let membersPage = PageSize(usual: 100, most: 200)
    package static let bansPage = PageSize(usual: 100, most: 200)
    package static let reportsPage = PageSize(usual: 50, most: 100)
    package static let peoplePage = PageSize(usual: 20, most: 50)
    package static let historyPage = PageSize(usual: 50, most: 200)
    package static let threadPage = PageSize(usual: 50, most: 200)
    /// Threads that somebody follows.
    package static let threadsPage = PageSize(usual: 50, most: 100)
    package static let mentionsPage = PageSize(usual: 50, most: 100)
    package static let savedPage = PageSize(usual: 50, most: 100)
    package static let exportPage = PageSize(usual: 500, most: 1000)
    /// Accounts, as those who run the server see them.
    package static let accountsPage = PageSize(usual: 100, most: 200)
    package static let auditPage = PageSize(usual: 50, most: 200)
    package static let invitationsPage = PageSize(usual: 100, most: 200)
    package static let syncPage = PageSize(usual: 500, most: 1000)
    /// UTF-8 bytes of message text after which a page of `history` or `sync` ends, however many events it may hold:
    /// an answer longer than what may wait for a connection would close it.
    package static let pageBytes = 512 * 1024
}

/// How many things one answer may hold.
package struct PageSize: Hashable, Sendable {
    /// Where the request names no limit.
    package let usual: Int
    package let most: Int

    package var range: ClosedRange<Int> { 1...most }

    /// `most` is at least 1.
    package init(usual: Int, most: Int) {
        self.usual = usual
        self.most = max(most, 1)
    }
}
