import ByteCoding

extension JSON {
    /// As it is on the wire, for people.
    var shown: String { String(decoding: encoded(), as: UTF8.self) }
}
