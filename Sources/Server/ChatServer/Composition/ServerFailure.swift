/// Why a server could not start or a command could not be carried out, in a sentence that says what to do.
package struct ServerFailure: Error, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
