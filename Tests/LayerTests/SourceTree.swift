import Foundation

/// What is really there: the folders under `Sources`, their Swift files and their import lines.
struct SourceTree {
    struct File {
        /// Below the package's folder: `Sources/Model/ChatModel/Room.swift`.
        let path: String
        let text: String

        var lineCount: Int { text.split(separator: "\n", omittingEmptySubsequences: false).count }
        var imports: [String] { SourceTree.imports(in: text) }

        /// Without lines that are comments: prose may name what code may not.
        var code: String {
            text.split(separator: "\n", omittingEmptySubsequences: false)
                .filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }
                .joined(separator: "\n")
        }
    }

    struct Target {
        let layer: String
        let name: String
        let files: [File]
    }

    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Every `Sources/<Layer>/<Target>` folder.
    static func targets() throws -> [Target] {
        try folders(in: "Sources").flatMap { layer in
            try folders(in: "Sources/\(layer)").map { name in
                Target(layer: layer, name: name, files: try files(under: "Sources/\(layer)/\(name)"))
            }
        }
    }

    /// Every Swift file below `folder`.
    static func files(under folder: String) throws -> [File] {
        let base = root.appending(path: folder)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: base.path)
        return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
            File(
                path: "\(folder)/\(path)",
                text: try String(contentsOf: base.appending(path: path), encoding: .utf8))
        }
    }

    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The modules that `text` imports: attributes, access levels and `import struct Module.Name` included.
    static func imports(in text: String) -> [String] {
        let line = #/^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?/#
            .anchorsMatchLineEndings()
        let kind = #/(?:(?:struct|class|enum|protocol|func|var|let|typealias|actor)\s+)?(\w+)/#
        var isInsideText = false
        return text.split(whereSeparator: \.isNewline).compactMap { row in
            // A page's example in another language is text, whatever its lines look like.
            let wasInsideText = isInsideText
            if !row.ranges(of: "\"\"\"").count.isMultiple(of: 2) { isInsideText.toggle() }
            guard !wasInsideText else { return nil }
            guard let prefix = row.prefixMatch(of: line) else { return nil }
            let rest = row[prefix.range.upperBound...]
            guard rest.hasPrefix("import ") || rest.hasPrefix("import\t") else { return nil }
            let named = rest.dropFirst("import".count).drop(while: \.isWhitespace)
            return named.prefixMatch(of: kind).map { String($0.1) }
        }
    }

    private static func folders(in path: String) throws -> [String] {
        let base = root.appending(path: path)
        return try FileManager.default.contentsOfDirectory(atPath: base.path).sorted().filter { name in
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(
                atPath: base.appending(path: name).path, isDirectory: &isFolder)
            return exists && isFolder.boolValue
        }
    }
}
