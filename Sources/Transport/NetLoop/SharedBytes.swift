/// Immutable bytes with a fixed address, made once and written to any number of connections on any loop.
///
/// `@unchecked`: the storage is filled before anyone else can see it and never written again.
package struct SharedBytes: @unchecked Sendable {
    private let storage: Storage

    package init(_ bytes: [UInt8]) { self.init(copying: bytes.span.bytes) }

    package init(_ bytes: ArraySlice<UInt8>) {
        self.init(count: bytes.count) { destination in
            bytes.withUnsafeBytes { destination.copyMemory(from: $0) }
        }
    }

    package init(copying bytes: RawSpan) {
        self.init(count: bytes.byteCount) { destination in
            bytes.withUnsafeBytes { destination.copyMemory(from: $0) }
        }
    }

    /// Bytes that `fill` writes; it must set all `count` of them.
    package init(count: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void) {
        let buffer = Storage.create(minimumCapacity: count) { _ in count }
        buffer.withUnsafeMutablePointerToElements {
            fill(UnsafeMutableRawBufferPointer(start: $0, count: count))
        }
        storage = unsafeDowncast(buffer, to: Storage.self)
    }

    /// The bytes of `parts` one behind the other.
    package init(joining parts: [SharedBytes]) {
        self.init(count: parts.reduce(0) { $0 + $1.count }) { destination in
            var offset = 0
            for part in parts {
                part.withUnsafeBytes {
                    UnsafeMutableRawBufferPointer(rebasing: destination[offset...]).copyMemory(from: $0)
                }
                offset += part.count
            }
        }
    }

    package var count: Int { storage.header }

    package func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: address, count: count))
    }

    /// A copy as an array.
    package var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

    /// Valid while the value is alive: the bytes stand in the object itself and never move.
    var address: UnsafeMutablePointer<UInt8> { storage.withUnsafeMutablePointerToElements { $0 } }

    private final class Storage: ManagedBuffer<Int, UInt8> {}
}
