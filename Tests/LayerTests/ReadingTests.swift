import Testing

/// The layers' test reads text: these show that it sees what it must see.
@Suite("Reading sources")
struct ReadingTests {
    @Test("every spelling of an import line is seen")
    func importLines() {
        let text = """
            import Plain
            package import Packaged
              public import Indented
            @testable import Tested
            @_exported public import Exported
            @_spi(Inner) import Private
            import struct Kinds.Value
            internal import Submodule.Part
            // import Commented
            let important = "import Nothing"
            """
        #expect(
            SourceTree.imports(in: text) == [
                "Plain", "Packaged", "Indented", "Tested", "Exported", "Private", "Kinds", "Submodule",
            ])
    }

    @Test("an example inside a text of several lines imports nothing")
    func importsInText() {
        let text = "import Real\nlet example = \"\"\"\n    import socketio\n    \"\"\"\nimport Later"
        #expect(SourceTree.imports(in: text) == ["Real", "Later"])
    }

    @Test("every form of target in a manifest is seen, with its dependencies")
    func manifest() {
        let text = """
            func target(_ layer: String) -> Target { .target(name: layer) }
            let package = Package(
                targets: [
                    system("CThing", "thing", apt: "a", brew: "b"),
                    // target("Gone", "Away"),
                    target("Low", "One"),
                    target("High", "Two", [
                        "One", "CThing",
                    ]),
                    .executableTarget(name: "tool", dependencies: ["Two"], path: "Sources/Server/tool"),
                    tests("One", ["Two"]),
                    .target(name: "Three", dependencies: ["One"], path: "Sources/High/Three"),
                    .target(name: "Contract", dependencies: ["One"], path: "Tests/Contract"),
                    .testTarget(name: "LayerTests", path: "Tests/LayerTests"),
                ]
            )
            """
        #expect(
            Manifest(text: text).dependencies == [
                "CThing": [], "One": [], "Two": ["One", "CThing"], "tool": ["Two"], "Three": ["One"],
            ])
    }
}
