import ChatEmoji
import Foundation
import Testing

@Suite("Emoji by shortcode")
struct EmojiTests {
    @Test(
        "a shortcode made from a name, and a customary one, name an emoji",
        arguments: [
            ("tada", "🎉"), ("party_popper", "🎉"), ("+1", "👍"), ("-1", "👎"), ("100", "💯"), ("heart", "❤️"), ("zzz", "💤"),
            ("woman_technologist", "👩‍💻"), ("flag_germany", "🇩🇪"), ("people_holding_hands", "🧑‍🤝‍🧑"), ("rainbow_flag", "🏳️‍🌈"),
        ])
    func known(shortcode: String, emoji: String) {
        #expect(Emoji.character(for: shortcode) == emoji)
    }

    @Test(
        "any other name is no emoji",
        arguments: ["", "+", "tad", "tadaa", "TADA", "tada\n", "tada 🎉", " ", "\n", "zzzz", "é", "🎉"])
    func unknown(shortcode: String) {
        #expect(Emoji.character(for: shortcode) == nil)
    }

    @Test("every customary shortcode is its emoji's, as in the web")
    func aliases() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        let lines = try String(contentsOf: root.appending(path: "bin/emoji-aliases.txt"), encoding: .utf8).split(
            separator: "\n")
        var count = 0
        for line in lines where !line.hasPrefix("#") {
            let parts = line.split(separator: " ")
            #expect(Emoji.character(for: String(parts[0])) == String(parts[1]))
            count += 1
        }
        #expect(count > 150)
    }
}
