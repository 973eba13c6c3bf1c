import ChatMarkup
import ChatModel
import SeededRandom
import Testing

private struct Directory: MentionDirectory {
    private let handles: [(handle: String, id: UserID)]
    private let channels: [(name: String, id: RoomID)]

    init() throws {
        let names = ["ann", "ann.lee", "bo-b", "c3", "dot.", "room"]
        handles = try names.enumerated().map { ($1, try #require(UserID(rawValue: UInt64($0 + 1)))) }
        let rooms = ["general", "dev_ops", "Team Lunch", "产品", "a,b", "x]y"]
        channels = try rooms.enumerated().map { ($1, try #require(RoomID(rawValue: UInt64($0 + 1)))) }
    }

    func person(handle: String) -> UserID? { handles.first { $0.handle == handle }?.id }
    func handle(of person: UserID) -> String? { handles.first { $0.id == person }?.handle }
    func channel(name: String) -> RoomID? { channels.first { $0.name.lowercased() == name.lowercased() }?.id }
    func name(of channel: RoomID) -> String? { channels.first { $0.id == channel }?.name }
}

@Suite("What a person types and what is stored")
struct TypedTextTests {
    private let directory: Directory

    init() throws { directory = try Directory() }

    /// The stored text with `@handle` for each id, in angle brackets.
    private func stored(_ typed: String) -> String {
        var text = TypedText.source(from: typed, directory)
        for handle in ["ann", "ann.lee", "bo-b", "c3", "dot.", "room"] {
            guard let id = directory.person(handle: handle) else { continue }
            text = text.split(separator: "<@\(id)>", omittingEmptySubsequences: false).joined(separator: "<\(handle)>")
        }
        for name in ["general", "dev_ops", "Team Lunch", "产品", "a,b"] {
            guard let id = directory.channel(name: name) else { continue }
            text = text.split(separator: "<#\(id)>", omittingEmptySubsequences: false).joined(separator: "<#\(name)>")
        }
        return text
    }

    @Test(
        "known names become ids, whatever the case of their letters",
        arguments: [
            ("@ann", "<ann>"), ("Hi @Ann, @BO-B!", "Hi <ann>, <bo-b>!"), ("(@ann)", "(<ann>)"),
            ("**@ann**", "**<ann>**"),
            ("_@ann_", "_<ann>_"), ("你好@ann你好", "你好<ann>你好"), ("@ann @ann", "<ann> <ann>"),
            ("> @ann\n- @c3", "> <ann>\n- <c3>"),
            ("@room", "<@room>"), ("@Room!", "<@room>!"), ("#general", "<#general>"), ("#General.", "<#general>."),
            ("(#general)", "(<#general>)"), ("#dev_ops", "<#dev_ops>"), ("#[team lunch]", "<#Team Lunch>"),
            ("#产品", "<#产品>"), ("#a,b", "<#a,b>"), ("#general,@ann", "<#general>,<ann>"),
            ("[@ann](http://a.b)", "[<ann>](http://a.b)"),
        ])
    func known(typed: String, expected: String) {
        #expect(stored(typed) == expected)
    }

    @Test("the longest known name counts, and only punctuation may be left over")
    func longest() {
        #expect(stored("@ann.lee") == "<ann.lee>")
        #expect(stored("@ann.lee.") == "<ann.lee>.")
        #expect(stored("@ann.") == "<ann>.")
        #expect(stored("@dot.") == "<dot.>")
        #expect(stored("@dot..") == "<dot.>.")
        #expect(stored("@ann.x @annx @ann-x") == "@ann.x @annx @ann-x")
    }

    @Test(
        "names are not read in code, addresses, behind a backslash or within a word",
        arguments: [
            "`@ann`", "```\n@ann @room #general\n```", "```@ann\nx\n```", "~~~\n> @ann", "\\@ann \\#general \\@room",
            "x@ann", "1@ann",
            "a.@ann", "http://a.b/@ann", "<http://a.b/@ann>", "[x](http://a.b/@ann)", "www.a.b/(@ann", "x@ann.lee",
            "C#general",
            "&#general", "@@ann", "##general", "/@ann", "@nobody", "#nothing", "#[nothing]", "#[team lunch](x)", "@",
            "#", "#[",
            "> ```\n> @ann\n> ```",
        ])
    func notRead(typed: String) {
        #expect(TypedText.source(from: typed, directory) == typed)
    }

    @Test("a stored mention that somebody types stays one")
    func typedStored() throws {
        let id = try #require(directory.person(handle: "ann"))
        #expect(TypedText.source(from: "<@\(id)> <@room>", directory) == "<@\(id)> <@room>")
    }

    @Test("for editing, ids become names that are read as them again")
    func editable() {
        for typed in [
            "Hi @ann, #general and @room!", "**@ann.lee** #[Team Lunch]\n> @c3", "#产品 (@bo-b)", "`@ann` @dot.",
            "[@ann](http://a.b)",
        ] {
            let source = TypedText.source(from: typed, directory)
            #expect(source != typed)
            #expect(TypedText.editable(source, directory) == typed)
        }
    }

    @Test("an id stays where its name is not known or would be read as something else")
    func ambiguous() throws {
        let ann = try #require(directory.person(handle: "ann"))
        let room = try #require(directory.person(handle: "room"))
        let unknown = try #require(UserID(rawValue: 99))
        let odd = try #require(directory.channel(name: "x]y"))
        for source in [
            "<@\(ann)>x", "x<@\(ann)>", "<@\(ann)>.lee", "<@\(ann)>-x", "<@\(room)>", "<@\(unknown)>", "<#\(odd)>",
            "/<@\(ann)>",
        ] {
            #expect(TypedText.editable(source, directory) == source)
        }
        #expect(TypedText.editable("<@\(ann)><@\(ann)>", directory) == "@ann<@\(ann)>")
    }

    @Test("editing without a change stores what was stored")
    func roundTrip() throws {
        let ids = try (1...8).map { try #require(UserID(rawValue: $0)) }
        let rooms = try (1...7).map { try #require(RoomID(rawValue: $0)) }
        let pieces =
            ids.map { "<@\($0)>" } + rooms.map { "<#\($0)>" }
            + [
                "<@room>", "`", "``", "\n", "```\n", "> ", "- ", "*", "_", "~~", "[", "](http://a)", "\\", " ", " ",
                "a", "x.", "(", ")", "é", ".",
            ]
        var random = SeededGenerator(seed: 7)
        for _ in 0..<5_000 {
            let source = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            let editable = TypedText.editable(source, directory)
            #expect(
                TypedText.source(from: editable, directory) == source,
                "\(source.debugDescription) as \(editable.debugDescription)")
        }
    }
}
