import ChatMarkup
import ChatModel
import Testing

private let ann = "01hv5zq8w3k2m"
private let lab = "01hv5zq8w3k2n"

@Suite("Mentions in a stored text")
struct MentionTests {
    @Test("a person, everyone and a room are nodes of their own, also within emphasis and links")
    func nodes() {
        #expect(inlines("Hi <@\(ann)>!") == #""Hi ",["m","\#(ann)"],"!""#)
        #expect(inlines("<@room> in <#\(lab)>") == #"["all"]," in ",["r","\#(lab)"]"#)
        #expect(inlines("**<@\(ann)>**") == #"["b",["m","\#(ann)"]]"#)
        #expect(inlines("[<@room>](http://a)") == #"["a","http://a",["all"]]"#)
    }

    @Test(
        "what is malformed is text",
        arguments: [
            "<@>", "<@ann>", "<@Room>", "<@room", "<@01hv5zq8w3k2>", "<@01hv5zq8w3k2mm>", "<@01HV5ZQ8W3K2M>",
            "<@zzzzzzzzzzzzz>", "<@01hv5zq8w3kil>", "<#room>", "<# 01hv5zq8w3k2m>", "@01hv5zq8w3k2m", "<@room >",
            "<@é>",
        ])
    func malformed(source: String) {
        #expect(inlines(source) == "\"\(source)\"")
        #expect(TextMentions(in: source) == TextMentions())
    }

    @Test("code and what a backslash escapes mention nobody")
    func notInCode() {
        for source in ["`<@\(ann)> <@room>`", "```\n<@\(ann)>\n```", "\\<@\(ann)>", "``` <@room>\n```"] {
            #expect(TextMentions(in: source) == TextMentions())
        }
    }

    @Test("the list has each person once, in the text's order, and tells of everyone")
    func list() throws {
        let other = try #require(UserID("01hv5zq8w3k2p"))
        let first = try #require(UserID(ann))
        let mentions = TextMentions(in: "- <@\(other)>\n\n> **<@\(ann)>** [<@\(other)>](http://a) `<@room>`")
        #expect(mentions.people == [other, first])
        #expect(!mentions.everyone)
        #expect(TextMentions(in: "a <@room>").everyone)
        #expect(TextMentions(in: "<#\(lab)>") == TextMentions())
    }

    @Test("the list ends with the fiftieth person")
    func limit() throws {
        let ids = try (0..<60).map { try #require(UserID(rawValue: UInt64($0 * 7 + 1))) }
        let text = ids.map { "<@\($0)>" }.joined(separator: " ")
        #expect(TextMentions(in: text + text).people == Array(ids.prefix(MarkupLimits.mentions)))
        #expect(MarkupLimits.mentions == 50)
    }

    @Test("each id is spelled and read back as itself")
    func spelling() throws {
        let id = try #require(UserID(rawValue: UInt64(Int64.max)))
        let room = try #require(RoomID(rawValue: 0))
        for mention in [Mention.person(id), .room(room), .everyone] {
            #expect(Markup(mention.source).blocks == [.paragraph([.mention(mention)])])
        }
    }

    @Test("plain text has names for mentions and no marks")
    func plainText() {
        let source =
            "**Hi** <@\(ann)>, <@room>: `a*b`\n> [see](http://a) ~~x~~ :tada:\n\n1. a\n   - b\n2. c\n```js\nd\n```"
        let text = Markup(source).plainText { mention in
            switch mention {
            case .person: "@ann"
            case .everyone: "@room"
            case .room: "#lab"
            }
        }
        #expect(text == "Hi @ann, @room: a*b\nsee x :tada:\n1. a\n• b\n2. c\nd")
        #expect(Markup("").plainText { _ in "" } == "")
        #expect(Markup("- \n- a").plainText { _ in "" } == "• \n• a")
    }
}
