/// Reads `--name value`, `--name=value`, `--flag`, and `-h` for `--help`; what the command does not know is refused by
/// name.
struct ArgumentParser {
    struct Failure: Error {
        let message: String
    }

    private(set) var values: [String: String] = [:]
    private(set) var flags: Set<String> = []
    private(set) var positionals: [String] = []

    init(_ arguments: some Collection<String>, values known: Set<String>, flags knownFlags: Set<String>) throws(Failure)
    {
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            if argument == "-h", knownFlags.contains("help") {
                flags.insert("help")
                continue
            }
            guard argument.hasPrefix("--"), argument != "--" else {
                positionals.append(argument)
                continue
            }
            let body = argument.dropFirst(2)
            let parts = body.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts.first ?? "")
            if knownFlags.contains(name), parts.count == 1 {
                flags.insert(name)
            } else if known.contains(name) {
                guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
                    throw Failure(message: "--\(name) needs a value.")
                }
                guard values.updateValue(value, forKey: name) == nil else {
                    throw Failure(message: "--\(name) was given twice.")
                }
            } else {
                throw Failure(message: "There is no option --\(name) here.")
            }
        }
    }

    func integer(_ name: String, in range: ClosedRange<Int>) throws(Failure) -> Int? {
        guard let text = values[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw Failure(message: "--\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }
}
