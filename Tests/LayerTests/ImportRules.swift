/// docs/design.md §2 written out by hand: what each target may import, whatever the manifest says.
///
/// A row that the design names but that no folder holds yet is not here; adding a target means adding its row.
enum ImportRules {
    /// Target → the targets of this package that it may import.
    static let allowed: [String: Set<String>] = [
        // Codecs: bytes in, values out. SocketIOCodec alone may see another codec.
        "ByteCoding": [],
        "HTTPCodec": ["ByteCoding"],
        "WebSocketCodec": ["ByteCoding"],
        "EngineIOCodec": ["ByteCoding"],
        "SocketIOCodec": ["ByteCoding", "EngineIOCodec"],

        // Model: what the chat is made of. Only the wire knows bytes.
        "ChatModel": [],
        "ChatWire": ["ByteCoding", "ChatModel"],
        "ChatMarkup": ["ByteCoding", "ChatModel"],
        "ChatEmoji": [],

        // Transport: each step sees those below it and its codecs, nothing of chat.
        "NetLoop": ["CUV", "COpenSSL"],
        "HTTPServer": ["NetLoop", "HTTPCodec", "ByteCoding"],
        "WebSocketServer": [
            "HTTPServer", "NetLoop", "WebSocketCodec", "HTTPCodec", "ByteCoding", "COpenSSL", "CZlib",
        ],
        "EngineIOServer": ["WebSocketServer", "HTTPServer", "NetLoop", "EngineIOCodec", "HTTPCodec", "ByteCoding"],
        "SocketIOServer": [
            "EngineIOServer", "WebSocketServer", "HTTPServer", "NetLoop", "SocketIOCodec", "EngineIOCodec",
            "ByteCoding",
        ],

        // Ports: protocols over the model.
        "StorageAPI": ["ChatModel"],
        "ClusterAPI": ["ChatModel"],
        "CredentialsAPI": ["ChatModel"],

        // Domain: the model and the ports. No wire, no transport, no SQL.
        "ChatDomain": ["ChatModel", "ChatMarkup", "StorageAPI", "ClusterAPI", "CredentialsAPI"],

        // Adapters: one port, the model, one C module.
        "StorageSQLite": ["StorageAPI", "ChatModel", "CSQLite"],
        "ClusterLocal": ["ClusterAPI", "ChatModel"],
        "CredentialsSodium": ["CredentialsAPI", "ChatModel", "CSodium"],

        // Doors: the domain on one side, wire and transport on the other; what the cluster tells is delivered here.
        "NativeDoor": [
            "ChatDomain", "ChatWire", "ChatModel", "ClusterAPI", "SocketIOServer", "HTTPServer", "NetLoop",
            "ByteCoding",
        ],

        // Client: state and events, with the wire and the two codecs that it speaks; no transport.
        "ClientCore": ["ChatModel", "ChatWire", "ChatMarkup", "ByteCoding", "EngineIOCodec", "SocketIOCodec"],
        // The web's exports of the core, and the C that stands in for a C library there.
        "WebCore": ["ClientCore"],
        "WebRuntime": [],

        // Server: where everything is put together.
        "ChatServer": [
            "NativeDoor", "ChatDomain", "ChatModel", "ChatWire", "StorageAPI", "StorageSQLite", "ClusterAPI",
            "ClusterLocal", "CredentialsAPI", "CredentialsSodium", "SocketIOServer", "HTTPServer", "NetLoop",
            "HTTPCodec", "ByteCoding",
        ],
        "conformance-server": [
            "SocketIOServer", "EngineIOServer", "WebSocketServer", "HTTPServer", "NetLoop", "WebSocketCodec",
            "ByteCoding",
        ],
        "roost": ["ChatServer", "ChatModel", "ByteCoding"],

        // System: a module map each.
        "CUV": [], "CSQLite": [], "COpenSSL": [], "CSodium": [], "CZlib": [],
    ]

    /// Layer folder → the modules of the toolchain that its sources may import.
    static let toolchainModules: [String: Set<String>] = [
        "Codecs": [],
        "Model": [],
        "Ports": [],
        // The C library for the system's clock, behind `WallClock`.
        "Domain": ["Synchronization", "Glibc", "Musl", "Darwin"],
        "Transport": ["Synchronization", "Glibc", "Musl", "Darwin"],
        "Adapters": ["Synchronization", "Glibc", "Musl", "Darwin", "Dispatch", "Foundation"],
        "Doors": ["Synchronization"],
        "Client": [],
        "Server": ["Synchronization", "Glibc", "Musl", "Darwin", "Dispatch", "Foundation"],
        "System": [],
    ]

    static let withoutFoundation = ["Codecs", "Model", "Transport", "Domain", "Ports", "Client"]
    static let ofChat: Set<String> = [
        "ChatModel", "ChatWire", "ChatMarkup", "ChatEmoji", "StorageAPI", "ClusterAPI", "CredentialsAPI", "ChatDomain",
        "StorageSQLite",
        "ClusterLocal", "CredentialsSodium", "NativeDoor", "ChatServer", "roost",
    ]
    static let adapters: Set<String> = ["StorageSQLite", "ClusterLocal", "CredentialsSodium"]
    static let mayNameAdapters: Set<String> = ["ChatServer", "roost"]
    static let longestFile = 400
}
