import TestThreads
import Testing

/// docs/design.md §2: dependencies point down only.
@Suite("Layers", .ownThread)
struct LayerTests {
    let targets: [SourceTree.Target]
    let manifest: Manifest

    init() throws {
        targets = try SourceTree.targets()
        manifest = Manifest(text: try SourceTree.text(of: "Package.swift"))
    }

    @Test("the folders, the manifest and the rules name the same targets")
    func sameTargets() {
        let folders = Set(targets.map(\.name))
        #expect(folders == Set(ImportRules.allowed.keys))
        #expect(folders == Set(manifest.dependencies.keys))
    }

    @Test("no target depends in the manifest on what its row does not allow")
    func manifestWithinRules() {
        for (target, dependencies) in manifest.dependencies {
            let excess = dependencies.subtracting(ImportRules.allowed[target] ?? [])
            #expect(excess.isEmpty, "\(target) must not depend on \(excess.sorted())")
        }
    }

    @Test("no source file imports what its target's row does not allow")
    func importsWithinRules() {
        for target in targets {
            let allowed = (ImportRules.allowed[target.name] ?? [])
                .union(ImportRules.toolchainModules[target.layer] ?? [])
            for file in target.files {
                let excess = Set(file.imports).subtracting(allowed)
                #expect(excess.isEmpty, "\(file.path) must not import \(excess.sorted())")
            }
        }
    }

    @Test("no source file imports what the manifest does not give its target")
    func importsWithinManifest() {
        let ours = Set(ImportRules.allowed.keys)
        for target in targets {
            let given = manifest.dependencies[target.name] ?? []
            for file in target.files {
                let excess = Set(file.imports).intersection(ours).subtracting(given)
                #expect(excess.isEmpty, "\(file.path) imports \(excess.sorted()) behind the manifest's back")
            }
        }
    }

    @Test("codecs, model, transport, domain and ports do without Foundation", arguments: ImportRules.withoutFoundation)
    func noFoundation(layer: String) {
        for target in targets where target.layer == layer {
            for file in target.files {
                let foundation = file.imports.filter { $0.hasPrefix("Foundation") }
                #expect(foundation.isEmpty, "\(file.path) imports \(foundation)")
            }
        }
    }

    @Test("nothing under the Socket.IO server knows of chat")
    func transportIsNotAboutChat() {
        var reached: Set<String> = []
        var waiting = ["SocketIOServer"]
        while let target = waiting.popLast() {
            guard reached.insert(target).inserted else { continue }
            waiting += manifest.dependencies[target] ?? []
        }
        #expect(reached.count > 5)
        #expect(reached.isDisjoint(with: ImportRules.ofChat))
    }

    @Test("only the server names concrete adapters")
    func adaptersAreNamedOnce() {
        for target in targets
        where !ImportRules.mayNameAdapters.contains(target.name) && !ImportRules.adapters.contains(target.name) {
            for file in target.files {
                let named = ImportRules.adapters.filter { file.code.contains($0) }
                #expect(named.isEmpty, "\(file.path) names \(named.sorted())")
            }
        }
    }

    @Test("no Swift file is longer than 400 lines", arguments: ["Sources", "Tests"])
    func filesAreShort(folder: String) throws {
        let files = try SourceTree.files(under: folder)
        #expect(!files.isEmpty)
        for file in files {
            #expect(file.lineCount <= ImportRules.longestFile, "\(file.path) has \(file.lineCount) lines")
        }
    }
}
