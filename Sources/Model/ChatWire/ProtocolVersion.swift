/// The version of docs/protocol.md that this code speaks.
package enum ProtocolVersion {
    package static let current: Int64 = 1
}
