import ChatModel
import Foundation
import Testing

@testable import ChatWire

/// docs/protocol.md is what others build on, so it is held to what the code does.
@Suite("The protocol's page")
struct ProtocolPageTests {
    private let page: String

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        page = try String(contentsOf: root.appending(path: "docs/protocol.md"), encoding: .utf8)
    }

    /// The cells of the tables' rows in the section that `heading` begins.
    private func rows(of heading: String) -> [[String]] {
        page.split(separator: "\n", omittingEmptySubsequences: false)
            .drop { $0 != heading }.dropFirst().prefix { !$0.hasPrefix("## ") }
            .filter { $0.hasPrefix("| `") }
            .map { row in row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
    }

    @Test("lists exactly the codes that there are, each once, and whether to try again")
    func codes() throws {
        let rows = rows(of: "## Error codes")
        let listed = rows.map { $0[0].replacing("`", with: "") }
        #expect(listed.sorted() == ErrorCode.allCases.map(\.rawValue).sorted())
        for row in rows {
            let code = try #require(ErrorCode(rawValue: row[0].replacing("`", with: "")))
            #expect(row[1] == (code.retryHelps ? "yes" : "no"))
        }
    }

    @Test("lists exactly the requests that there are")
    func requests() {
        // Each table of requests, from its heading row to the first line that is no row.
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        let names = lines.indices.filter { lines[$0].hasPrefix("| request | arguments |") }.flatMap { heading in
            lines[heading...].prefix { $0.hasPrefix("|") }
                .filter { $0.hasPrefix("| `") }
                .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
        }
        #expect(names.sorted() == RequestName.allCases.map(\.rawValue).sorted())
    }

    @Test("names the version that this code speaks")
    func version() {
        #expect(page.contains("The protocol's version is **\(ProtocolVersion.current)**."))
    }
}
