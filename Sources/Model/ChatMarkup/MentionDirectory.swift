package import ChatModel

/// Who and what can be mentioned by name, as the composer knows it.
package protocol MentionDirectory {
    /// `handle` is in lower case.
    func person(handle: String) -> UserID?
    func handle(of person: UserID) -> String?
    /// `name` as typed: channels are compared without case.
    func channel(name: String) -> RoomID?
    func name(of channel: RoomID) -> String?
}
