import Testing

@testable import roost

@Suite("The command line's options")
struct ArgumentParserTests {
    private func parse(_ arguments: String...) throws -> ArgumentParser {
        try ArgumentParser(arguments, values: ["listen", "loops"], flags: ["help"])
    }

    @Test("values come behind a space or an equals sign")
    func values() throws {
        #expect(try parse("--listen", "localhost:1").values == ["listen": "localhost:1"])
        #expect(try parse("--listen=a=b").values == ["listen": "a=b"])
        #expect(try parse("--listen=").values == ["listen": ""])
    }

    @Test("flags take no value")
    func flags() throws {
        #expect(try parse("--help").flags == ["help"])
        #expect(try parse("-h").flags == ["help"])
        #expect(throws: ArgumentParser.Failure.self) { try parse("--help=yes") }
    }

    @Test(
        "an unknown option, a missing value and a value given twice are refused by name",
        arguments: [
            (["--port", "1"], "There is no option --port here."), (["--listen"], "--listen needs a value."),
            (["--loops", "1", "--loops=2"], "--loops was given twice."),
        ])
    func refusals(arguments: [String], message: String) {
        do throws(ArgumentParser.Failure) {
            _ = try ArgumentParser(arguments, values: ["listen", "loops"], flags: ["help"])
            Issue.record("accepted \(arguments)")
        } catch {
            #expect(error.message == message)
        }
    }

    @Test("numbers are whole and within their range", arguments: ["0", "65", "x", "1.5", ""])
    func numbers(text: String) throws {
        let options = try parse("--loops", text)
        #expect(throws: ArgumentParser.Failure.self) { try options.integer("loops", in: 1...64) }
    }

    @Test("an address for links begins with http or https, and loses its last slash")
    func url() throws {
        let known = { (text: String) in try ArgumentParser(["--url", text], values: ["url"], flags: []).url() }
        #expect(try known("https://chat.example.org/") == "https://chat.example.org")
        #expect(throws: ArgumentParser.Failure.self) { try known("chat.example.org") }
    }
}
