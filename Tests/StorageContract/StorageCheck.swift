package import StorageAPI

/// A place where a store keeps its data, empty at first. Opening it again shows what was kept.
package protocol StorageUnderTest: Sendable {
    func open(listener: (any CommitListener)?) async throws -> any ChatStore
}

/// One rule that every adapter of `ChatStore` keeps.
package struct StorageCheck: Sendable, CustomStringConvertible {
    package let rule: String
    /// Throws `ContractViolation` where the rule is broken.
    package let run: @Sendable (any StorageUnderTest) async throws -> Void

    package var description: String { rule }

    init(_ rule: String, _ run: @escaping @Sendable (any StorageUnderTest) async throws -> Void) {
        self.rule = rule
        self.run = run
    }

    /// The contract.
    package static let all =
        accounts + people + own + personal + drafts + saved + scheduled + rooms + roomStates + roomDeletion + moderation
        + reports + log + nonces + changes + unread + talk + threads + erasing + expiry + pruning + clock + audit
        + administration + writing
}

package struct ContractViolation: Error, CustomStringConvertible {
    package let description: String
}

/// Throws unless `condition` holds.
func require(_ condition: Bool, _ what: @autoclosure () -> String, line: Int = #line, file: String = #fileID) throws {
    if !condition { throw ContractViolation(description: "\(file):\(line): \(what())") }
}

func require<Value: Equatable>(
    _ found: Value, is expected: Value, _ what: String = "", line: Int = #line, file: String = #fileID
) throws {
    try require(found == expected, "\(what) expected \(expected), found \(found)", line: line, file: file)
}
