package import ChatModel

/// What a message's text says, as a tree: the chat's part of Markdown (docs/markup.md).
///
/// Every text has a tree: what is not markup is plain text. The tree is at most `MarkupLimits.containers` quotes and list
/// items deep, and in a paragraph at most `MarkupLimits.emphases` and one link.
package struct Markup: Hashable, Sendable {
    package var blocks: [MarkupBlock]

    package init(blocks: [MarkupBlock]) { self.blocks = blocks }

    /// The tree of `source`, in time that grows with its length only.
    package init(_ source: String) {
        self.init(parsing: Array(source.utf8))
    }

    /// The same from UTF-8, which is not checked again.
    package init(parsing utf8: [UInt8]) {
        var parser = BlockParser(utf8)
        self.init(blocks: parser.parse())
    }
}

/// A part of a message that stands on lines of its own.
package enum MarkupBlock: Hashable, Sendable {
    case paragraph([MarkupInline])
    /// Text between fences. `language` is the first word behind the opening fence, or empty; `text` has no newline at its
    /// end.
    case code(language: String, text: String)
    case quote([MarkupBlock])
    case list(MarkupList)
}

package struct MarkupList: Hashable, Sendable {
    /// The first item's number; nil for bullets. 0 to 999,999,999.
    package var start: Int?
    /// At least one; each may be empty.
    package var items: [[MarkupBlock]]

    package init(start: Int?, items: [[MarkupBlock]]) {
        self.start = start
        self.items = items
    }
}

/// A part of a paragraph. Two `text`s never stand side by side, and none is empty.
package enum MarkupInline: Hashable, Sendable {
    case text(String)
    /// The end of a line, shown as one.
    case lineBreak
    case bold([MarkupInline])
    case italic([MarkupInline])
    case strike([MarkupInline])
    case code(String)
    /// `url` begins with `http://`, `https://` or `mailto:`, in any case of letters. No link is inside a link.
    case link(url: String, [MarkupInline])
    /// `:shortcode:`, whether or not there is such an emoji: shown as written where there is none.
    case emoji(shortcode: String)
    case mention(Mention)
}

/// Somebody or something that a text names by a stable id, so that the text follows renames.
package enum Mention: Hashable, Sendable {
    /// `<@USERID>`
    case person(UserID)
    /// `<@room>`: everyone in the room.
    case everyone
    /// `<#ROOMID>`
    case room(RoomID)

    /// How the text spells it.
    package var source: String {
        switch self {
        case .person(let id): "<@\(id.description)>"
        case .everyone: "<@room>"
        case .room(let id): "<#\(id.description)>"
        }
    }
}
