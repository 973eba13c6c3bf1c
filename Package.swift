// swift-tools-version: 6.2
import PackageDescription

// One settings list for every target of ours, so that no target is compiled in a laxer mode than its neighbours.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A target in the layer folder `layer`; what it may import is exactly `dependencies`
/// (`--explicit-target-dependency-import-check error` holds it to that).
func target(_ layer: String, _ name: String, _ dependencies: [String] = []) -> Target {
    .target(
        name: name, dependencies: dependencies.map { .init(stringLiteral: $0) },
        path: "Sources/\(layer)/\(name)", swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: ([name, "TestThreads"] + dependencies).map { .init(stringLiteral: $0) },
        path: "Tests/\(name)Tests", swiftSettings: strict)
}

func system(_ name: String, _ pkgConfig: String, apt: String, brew: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

let package = Package(
    name: "roost",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "roost", targets: ["roost"]),
        .library(name: "SocketIOServer", targets: ["SocketIOServer"]),
    ],
    targets: [
        system("CUV", "libuv", apt: "libuv1-dev", brew: "libuv"),
        system("CSQLite", "sqlite3", apt: "libsqlite3-dev", brew: "sqlite"),
        system("COpenSSL", "openssl", apt: "libssl-dev", brew: "openssl@3"),
        system("CSodium", "libsodium", apt: "libsodium-dev", brew: "libsodium"),
        system("CZlib", "zlib", apt: "zlib1g-dev", brew: "zlib"),

        target("Codecs", "ByteCoding"),
        target("Codecs", "HTTPCodec", ["ByteCoding"]),
        target("Codecs", "WebSocketCodec", ["ByteCoding"]),
        target("Codecs", "EngineIOCodec", ["ByteCoding"]),
        target("Codecs", "SocketIOCodec", ["ByteCoding", "EngineIOCodec"]),

        target("Model", "ChatModel"),
        target("Model", "ChatWire", ["ByteCoding", "ChatModel"]),
        target("Model", "ChatMarkup", ["ByteCoding", "ChatModel"]),
        target("Model", "ChatEmoji"),

        target("Transport", "NetLoop", ["CUV", "COpenSSL"]),
        target("Transport", "HTTPServer", ["NetLoop", "HTTPCodec", "ByteCoding"]),
        target(
            "Transport", "WebSocketServer",
            ["HTTPServer", "NetLoop", "WebSocketCodec", "HTTPCodec", "ByteCoding", "COpenSSL", "CZlib"]),
        target(
            "Transport", "EngineIOServer",
            ["WebSocketServer", "HTTPServer", "NetLoop", "EngineIOCodec", "HTTPCodec", "ByteCoding"]),
        target(
            "Transport", "SocketIOServer",
            [
                "EngineIOServer", "WebSocketServer", "HTTPServer", "NetLoop", "SocketIOCodec", "EngineIOCodec",
                "ByteCoding",
            ]),

        target("Ports", "StorageAPI", ["ChatModel"]),
        target("Ports", "ClusterAPI", ["ChatModel"]),
        target("Ports", "CredentialsAPI", ["ChatModel"]),

        target("Domain", "ChatDomain", ["ChatModel", "ChatMarkup", "StorageAPI", "ClusterAPI", "CredentialsAPI"]),

        target("Adapters", "StorageSQLite", ["StorageAPI", "ChatModel", "CSQLite"]),
        target("Adapters", "ClusterLocal", ["ClusterAPI", "ChatModel"]),
        target("Adapters", "CredentialsSodium", ["CredentialsAPI", "ChatModel", "CSodium"]),

        target(
            "Doors", "NativeDoor",
            ["ChatDomain", "ChatWire", "ChatModel", "SocketIOServer", "HTTPServer", "NetLoop", "ByteCoding"]),

        target(
            "Client", "ClientCore",
            ["ChatModel", "ChatWire", "ChatMarkup", "ByteCoding", "EngineIOCodec", "SocketIOCodec"]),
        target("Client", "WebCore", ["ClientCore"]),
        // What core.wasm has in place of a C library; a target, so that its heap is tested natively.
        .target(name: "WebRuntime", path: "Sources/Client/WebRuntime"),

        target(
            "Server", "ChatServer",
            [
                "NativeDoor", "ChatDomain", "ChatModel", "ChatWire", "StorageAPI", "StorageSQLite", "ClusterAPI",
                "ClusterLocal",
                "CredentialsAPI", "CredentialsSodium", "SocketIOServer", "HTTPServer", "NetLoop", "HTTPCodec",
                "ByteCoding",
            ]),
        .executableTarget(
            name: "roost", dependencies: ["ChatServer", "ChatModel", "ByteCoding"], path: "Sources/Server/roost",
            swiftSettings: strict),

        // What public conformance suites and real clients are run against; no part of the product.
        .executableTarget(
            name: "conformance-server",
            dependencies: [
                "SocketIOServer", "EngineIOServer", "WebSocketServer", "HTTPServer", "NetLoop", "WebSocketCodec",
                "ByteCoding",
            ],
            path: "Sources/Server/conformance-server", swiftSettings: strict),

        tests("ByteCoding", ["SeededRandom"]), tests("HTTPCodec", ["ByteCoding", "SeededRandom"]),
        tests("WebSocketCodec", ["ByteCoding", "SeededRandom"]),
        tests("EngineIOCodec", ["ByteCoding", "SeededRandom"]),
        tests("SocketIOCodec", ["ByteCoding", "EngineIOCodec", "SeededRandom"]),
        tests("ChatModel"), tests("ChatWire", ["ChatModel", "ByteCoding"]),
        tests("ChatMarkup", ["ChatModel", "ByteCoding", "SeededRandom"]), tests("ChatEmoji"),
        // Reads texts from a pipe, for the comparison with another implementation.
        .executableTarget(
            name: "markup-trees", dependencies: ["ChatMarkup", "ByteCoding"], path: "Tests/MarkupTrees",
            swiftSettings: strict),
        // Threads for tests that block or compute for long.
        .target(name: "SeededRandom", path: "Tests/SeededRandom", swiftSettings: strict),
        .target(name: "TestThreads", path: "Tests/TestThreads", swiftSettings: strict),
        // Blocking POSIX sockets for the tests of everything that serves.
        .target(
            name: "TestSockets", dependencies: ["TestThreads"], path: "Tests/TestSockets", swiftSettings: strict),
        tests("NetLoop", ["TestSockets", "CUV", "COpenSSL"]),
        tests("HTTPServer", ["NetLoop", "HTTPCodec", "ByteCoding", "TestSockets"]),
        tests(
            "WebSocketServer",
            ["TestSockets", "HTTPServer", "NetLoop", "HTTPCodec", "WebSocketCodec", "ByteCoding"]),
        tests(
            "EngineIOServer",
            [
                "TestSockets", "WebSocketServer", "HTTPServer", "NetLoop", "EngineIOCodec", "WebSocketCodec",
                "HTTPCodec",
                "ByteCoding",
            ]),
        tests(
            "SocketIOServer",
            [
                "TestSockets", "EngineIOServer", "HTTPServer", "NetLoop", "SocketIOCodec",
                "EngineIOCodec", "ByteCoding",
            ]),
        .target(
            name: "StorageContract", dependencies: ["StorageAPI", "ChatModel", "SeededRandom"],
            path: "Tests/StorageContract",
            swiftSettings: strict),
        // Gives a test's server a long past.
        .executableTarget(
            name: "store-filler", dependencies: ["StorageSQLite", "StorageAPI", "ChatModel"], path: "Tests/StoreFiller",
            swiftSettings: strict),
        tests("StorageSQLite", ["StorageContract", "StorageAPI", "ChatModel", "CSQLite", "SeededRandom"]),
        tests("ClusterLocal", ["ClusterAPI", "ChatModel"]),
        tests("CredentialsSodium", ["CredentialsAPI", "ChatModel"]),
        tests(
            "ChatDomain",
            [
                "SeededRandom", "ChatModel", "StorageAPI", "StorageSQLite", "ClusterAPI", "ClusterLocal",
                "CredentialsAPI",
                "CredentialsSodium",
            ]),
        tests("NativeDoor", ["ChatDomain", "ChatWire", "ChatModel", "SocketIOServer", "NetLoop", "ByteCoding"]),
        tests("ChatServer", ["ChatModel", "HTTPServer", "HTTPCodec", "ByteCoding"]),
        tests("roost"),
        tests("ClientCore", ["ChatModel", "ChatWire", "ChatMarkup", "ByteCoding", "EngineIOCodec", "SocketIOCodec"]),
        // Random histories against an oracle that shares no code with what it judges.
        .target(name: "HistoryOracle", path: "Tests/HistoryOracle", swiftSettings: strict),
        .target(
            name: "HistorySimulation",
            dependencies: [
                "HistoryOracle", "ClientCore", "ChatModel", "ChatWire", "ByteCoding", "EngineIOCodec", "SocketIOCodec",
            ],
            path: "Tests/HistorySimulation", swiftSettings: strict),
        // The same histories against the server's real logic.
        .target(
            name: "ServerHistories",
            dependencies: [
                "HistoryOracle", "HistorySimulation", "NativeDoor", "ChatDomain", "ChatWire", "ChatModel", "StorageAPI",
                "StorageSQLite", "ClusterAPI", "ClusterLocal", "CredentialsAPI", "SocketIOServer", "HTTPServer",
                "NetLoop", "HTTPCodec", "EngineIOCodec", "SocketIOCodec", "ByteCoding",
            ],
            path: "Tests/ServerHistories", swiftSettings: strict),
        .testTarget(
            name: "ServerHistoryTests", dependencies: ["ServerHistories", "HistorySimulation", "TestThreads"],
            path: "Tests/ServerHistoryTests", swiftSettings: strict),
        .executableTarget(
            name: "history-run", dependencies: ["HistorySimulation", "ServerHistories"], path: "Tests/HistoryRun",
            swiftSettings: strict),
        .testTarget(
            name: "HistoryTests", dependencies: ["HistorySimulation", "TestThreads"], path: "Tests/HistoryTests",
            swiftSettings: strict),
        tests("WebCore", ["ByteCoding"]), tests("WebRuntime", ["SeededRandom"]),
        .testTarget(
            name: "LayerTests", dependencies: ["TestThreads"], path: "Tests/LayerTests", swiftSettings: strict),
    ]
)
