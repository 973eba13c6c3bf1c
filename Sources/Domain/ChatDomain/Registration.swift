package import ChatModel

/// What a new account is made of, checked: a value of this type holds the rules of docs/protocol.md.
package struct Registration: Hashable, Sendable {
    /// Lower-cased (ASCII letters only).
    package let email: String
    package let password: String
    /// Trimmed.
    package let name: String
    /// Lower-cased; nil where one is to be made from the name.
    package let handle: String?
    package let avatar: Avatar

    /// Throws `invalid_argument` or `too_long` with the `field` at fault.
    package init(
        email: String, password: String, name: String, handle: String? = nil, avatar: Avatar
    ) throws(ChatError) {
        self.email = try EmailAddress.normalized(email)
        try Self.check(password: password, field: "password")
        self.password = password
        self.name = try TextRules.line(name, Limits.nameCharacters, field: "name")
        self.handle = if let handle { try Handle.normalized(handle) } else { nil }
        self.avatar = try Self.checked(avatar)
    }

    /// Throws `invalid_argument` or `too_long` for a password that no account may have.
    static func check(password: String, field: String) throws(ChatError) {
        let length = Limits.passwordBytes
        guard password.utf8.count >= length.lowerBound else {
            throw ChatError(
                .invalidArgument, "A password has at least \(length.lowerBound) characters.", field: field)
        }
        guard password.utf8.count <= length.upperBound else {
            throw ChatError(.tooLong, "A password has at most \(length.upperBound) bytes.", field: field)
        }
    }

    static func checked(_ avatar: Avatar) throws(ChatError) -> Avatar {
        guard Limits.pictureCharacters.contains(avatar.picture.utf8.count),
            avatar.picture.utf8.allSatisfy(isPictureLetter)
        else {
            throw ChatError(
                .invalidArgument, "A picture's name is 1 to 64 letters, digits, hyphens and underscores.",
                field: "avatar")
        }
        let color = asciiLowercased(avatar.color)
        guard color.utf8.count == 7, color.utf8.first == 0x23, color.utf8.dropFirst().allSatisfy(isHexDigit) else {
            throw ChatError(.invalidArgument, "A colour is written #rrggbb.", field: "avatar")
        }
        return Avatar(picture: avatar.picture, color: color)
    }

    private static func isPictureLetter(_ letter: UInt8) -> Bool {
        switch letter {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x5f: true
        default: false
        }
    }

    private static func isHexDigit(_ letter: UInt8) -> Bool {
        (0x30...0x39).contains(letter) || (0x61...0x66).contains(letter)
    }
}

/// The form in which e-mail addresses are stored and compared.
enum EmailAddress {
    /// Throws `invalid_argument` or `too_long` for `email`.
    static func normalized(_ text: String) throws(ChatError) -> String {
        guard text.utf8.count <= Limits.emailBytes else {
            throw ChatError(
                .tooLong, "An e-mail address has at most \(Limits.emailBytes) bytes.", field: "email")
        }
        let parts = text.utf8.split(separator: 0x40, omittingEmptySubsequences: false)
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), isPlain else {
            throw ChatError(.invalidArgument, "This is not an e-mail address.", field: "email")
        }
        return asciiLowercased(text)
    }
}

/// Lower case for A to Z only: the same in every locale and every Unicode version.
func asciiLowercased(_ text: String) -> String {
    String(decoding: text.utf8.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
}
