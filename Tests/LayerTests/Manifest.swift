/// The targets that `Package.swift` declares, read from its text: asking SwiftPM would wait for the lock that the
/// running `swift test` holds.
struct Manifest {
    /// Target → its dependencies, test targets left out.
    private(set) var dependencies: [String: Set<String>] = [:]

    init(text: String) {
        let code = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in line.prefixMatch(of: #/\s*///#) == nil ? line : "" }
            .joined(separator: "\n")
        // The package's own list follows the helpers' definitions, which contain `.target(` without literals.
        guard let list = code.firstMatch(of: #/\btargets: \[\s/#) else { return }
        let body = code[list.range.upperBound...]
        for call in body.matches(of: #/(?:\.executableTarget|\.target|\btarget|\bsystem)\(/#) {
            let literals = Manifest.literals(inCallAt: body[call.range.upperBound...])
            switch call.output {
            case "target(":
                // layer, name, dependencies…
                guard literals.count >= 2 else { continue }
                dependencies[literals[1]] = Set(literals.dropFirst(2))
            case ".executableTarget(", ".target(":
                // name, dependencies…, path; what stands under Tests is the tests' own.
                guard let name = literals.first, !literals.contains(where: { $0.hasPrefix("Tests/") }) else { continue }
                dependencies[name] = Set(literals.dropFirst().filter { !$0.contains("/") })
            default:
                guard let name = literals.first else { continue }
                dependencies[name] = []
            }
        }
    }

    /// The string literals up to the parenthesis that closes the call.
    private static func literals(inCallAt text: Substring) -> [String] {
        var literals: [String] = []
        var current: String?
        var depth = 1
        for character in text {
            if current != nil {
                if character == "\"" {
                    literals.append(current ?? "")
                    current = nil
                } else {
                    current?.append(character)
                }
                continue
            }
            switch character {
            case "\"": current = ""
            case "(": depth += 1
            case ")": depth -= 1
            default: break
            }
            if depth == 0 { break }
        }
        return literals
    }
}
