import ChatModel
import StorageAPI

/// The form in which handles are stored and compared.
enum Handle {
    /// What calls everyone in a room, behind an @: whoever had this handle could not be called by it.
    static let everyone = "room"

    /// Lower-cased. Throws `invalid_argument`, `too_long` or, for `everyone`, `handle_taken` for `handle`.
    static func normalized(_ text: String) throws(ChatError) -> String {
        let length = Limits.handleCharacters
        guard text.utf8.count <= length.upperBound else {
            throw ChatError(.tooLong, "A handle has at most \(length.upperBound) characters.", field: "handle")
        }
        let handle = asciiLowercased(text)
        guard handle.utf8.count >= length.lowerBound, handle.utf8.allSatisfy(isAllowed),
            let first = handle.utf8.first, isLetterOrDigit(first)
        else {
            throw ChatError(
                .invalidArgument,
                "A handle is \(length.lowerBound) to \(length.upperBound) letters from a to z, digits, dots, hyphens "
                    + "and underscores, and begins with a letter or a digit.", field: "handle")
        }
        guard handle != everyone else { throw ChatError(.handleTaken, field: "handle") }
        return handle
    }

    private static func isAllowed(_ letter: UInt8) -> Bool {
        switch letter {
        case 0x2d, 0x2e, 0x5f: true
        default: isLetterOrDigit(letter)
        }
    }

    private static func isLetterOrDigit(_ letter: UInt8) -> Bool {
        (0x30...0x39).contains(letter) || (0x61...0x7a).contains(letter)
    }
}

extension ReadTransaction {
    /// A handle that nobody has, made from the name, else the address.
    func freeHandle(name: String, email: String) throws(ChatError) -> String {
        try HandleMaking.free(HandleMaking.base(name: name, email: email)) { candidate throws(ChatError) in
            if candidate == Handle.everyone { return true }
            return try user(handle: candidate) != nil
        }
    }
}
