import ChatModel

/// What the person does with a message that is there.
package enum MessageDeed: Hashable, Sendable {
    /// It is to say this, as it was typed.
    case edit(text: String)
    case react(emoji: String, isOn: Bool)
    case pin(Bool)
    /// It is kept for the person alone, or no longer.
    case save(Bool)
    /// It goes in a while, for as long as which it can be taken back.
    case delete
    /// It is not to be deleted after all.
    case keep
    /// It is to be brought into sight, also where it is not held.
    case show
    /// What it said before is to be shown.
    case showEdits
}
