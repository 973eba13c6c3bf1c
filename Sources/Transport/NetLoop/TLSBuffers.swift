/// The memory that a loop's TLS connections share, each for the length of one call.
final class TLSBuffers {
    /// What one read of the network decrypts to.
    let plaintext = UnsafeMutableRawBufferPointer.allocate(
        byteCount: LoopCore.readBufferSize + TLSSession.carryLimit, alignment: 16)
    /// Small pieces on their way into one record.
    let gathered = UnsafeMutableRawBufferPointer.allocate(byteCount: TLSSession.recordLimit, alignment: 16)
    /// An empty array with room, lent to the session that encrypts.
    var spareOutput: [UInt8] = []

    deinit {
        plaintext.deallocate()
        gathered.deallocate()
    }
}
