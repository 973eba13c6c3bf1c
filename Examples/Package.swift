// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that these programs see of the library what everyone's programs see.
let package = Package(
    name: "examples",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "roost", path: "..")],
    targets: [
        .executableTarget(name: "echo", dependencies: [.product(name: "SocketIOServer", package: "roost")]),
        .executableTarget(name: "chat", dependencies: [.product(name: "SocketIOServer", package: "roost")]),
    ]
)
