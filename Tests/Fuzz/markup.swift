import ByteCoding
import ChatMarkup
import ChatModel

/// Knows one name of each kind.
private struct Directory: MentionDirectory {
    let ann = UserID(rawValue: 1)
    let lab = RoomID(rawValue: 2)

    func person(handle: String) -> UserID? { handle == "ann" ? ann : nil }
    func handle(of person: UserID) -> String? { person == ann ? "ann" : nil }
    func channel(name: String) -> RoomID? { name == "lab" ? lab : nil }
    func name(of channel: RoomID) -> String? { channel == lab ? "lab" : nil }
}

/// What a tree holds, gathered without the code that is judged.
private struct Contents {
    var text: [UInt8] = []
    var mentions: [Mention] = []
    var deepestBlocks = 0
    var deepestMarks = 0

    mutating func gather(_ blocks: [MarkupBlock], depth: Int = 0) {
        deepestBlocks = max(deepestBlocks, depth)
        for block in blocks {
            switch block {
            case .paragraph(let inlines):
                require(!inlines.isEmpty, "a paragraph has something in it")
                gather(inlines, marks: 0, isInLink: false)
            case .code(let language, let code): text += Array((language + code).utf8)
            case .quote(let blocks): gather(blocks, depth: depth + 1)
            case .list(let list):
                require(!list.items.isEmpty, "a list has an item")
                for item in list.items { gather(item, depth: depth + 1) }
            }
        }
    }

    mutating func gather(_ inlines: [MarkupInline], marks: Int, isInLink: Bool) {
        deepestMarks = max(deepestMarks, marks)
        var followsText = false
        for inline in inlines {
            var isText = false
            switch inline {
            case .text(let part):
                require(!followsText && !part.isEmpty, "texts are joined, and none is empty")
                isText = true
                text += Array(part.utf8)
            case .code(let part): text += Array(part.utf8)
            case .lineBreak: break
            case .bold(let children), .italic(let children), .strike(let children):
                gather(children, marks: marks + 1, isInLink: isInLink)
            case .link(let url, let children):
                require(!isInLink, "no link is inside a link")
                let lower = url.lowercased()
                require(
                    ["http://", "https://", "mailto:"].contains { lower.hasPrefix($0) },
                    "a link's address is one of three kinds")
                gather(children, marks: marks, isInLink: true)
            case .emoji(let shortcode):
                require(Shortcode.isWellFormed(shortcode), "a shortcode is well-formed")
                text += Array(":\(shortcode):".utf8)
            case .mention(let mention):
                mentions.append(mention)
                text += Array(mention.source.utf8)
            }
            followsText = isText
        }
    }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    let source = String(decoding: bytes(data, size), as: UTF8.self)
    let markup = Markup(source)
    var contents = Contents()
    contents.gather(markup.blocks)
    require(contents.deepestBlocks <= MarkupLimits.containers, "blocks are as deep as the limit says")
    require(contents.deepestMarks <= MarkupLimits.emphases, "marks are as deep as the limit says")
    require(isWithin(contents.text, Array(source.utf8)), "the tree's text is in the source, in its order")

    var people: [UserID] = []
    for case .person(let id) in contents.mentions where !people.contains(id) { people.append(id) }
    let mentions = TextMentions(in: source)
    require(mentions.people == Array(people.prefix(MarkupLimits.mentions)), "the list has the tree's people")
    require(mentions.everyone == contents.mentions.contains(.everyone), "and tells of everyone as the tree does")

    var writer = JSONWriter()
    MarkupJSON.write(markup, to: &writer)
    require((try? JSON.parse(writer.bytes)) != nil, "the tree's JSON can be read")
    _ = markup.plainText { $0.source }
    checkComposer(source, contents.mentions)
    return 0
}

/// The composer's two ways: with names for ids, a text mentions whom it did.
private func checkComposer(_ source: String, _ mentions: [Mention]) {
    let directory = Directory()
    let stored = TypedText.source(from: source, directory)
    var contents = Contents()
    contents.gather(Markup(stored).blocks)
    require(contents.mentions.count >= mentions.count, "what is typed takes no mention away")
    _ = TypedText.editable(source, directory)
}

/// Whether `part`'s bytes but white space are in `whole`, in their order.
private func isWithin(_ part: [UInt8], _ whole: [UInt8]) -> Bool {
    var place = 0
    for byte in part where byte > 0x20 {
        while place < whole.count, whole[place] != byte { place += 1 }
        guard place < whole.count else { return false }
        place += 1
    }
    return true
}
