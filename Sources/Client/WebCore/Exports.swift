// The functions that core.wasm exports: docs/design.md §2. JavaScript makes one core, and for each event writes the
// event's JSON into the core's buffer, calls `core_handle` and reads the effects' JSON from the buffer.
//
// Calls must not nest and must come from one thread at a time; Web/core/instance.js sees to it.

/// The version of these functions and of the events' and effects' spelling; the glue refuses another.
@_cdecl("core_version")
package func coreVersion() -> Int32 { 1 }

/// Makes a core, which lives until `core_end`.
@_cdecl("core_make")
package func coreMake() -> UnsafeMutableRawPointer {
    Unmanaged.passRetained(CoreSession()).toOpaque()
}

/// Frees a core that `core_make` made.
@_cdecl("core_end")
package func coreEnd(_ core: UnsafeMutableRawPointer) {
    Unmanaged<CoreSession>.fromOpaque(core).release()
}

/// The core's buffer, grown to hold at least `capacity` bytes; its address is good until the next call.
@_cdecl("core_buffer")
package func coreBuffer(_ core: UnsafeMutableRawPointer, _ capacity: Int32) -> UnsafeMutableRawPointer? {
    session(core).reserve(Int(capacity))
    return session(core).address
}

/// Handles the event whose JSON fills the first `length` bytes of the buffer and puts the JSON array of its effects in
/// the buffer.
///
/// Returns the array's length in bytes; -1, with the buffer as it was, when the bytes are no event.
@_cdecl("core_handle")
package func coreHandle(_ core: UnsafeMutableRawPointer, _ length: Int32) -> Int32 {
    session(core).handle(length: Int(length)).map { Int32(clamping: $0) } ?? -1
}

private func session(_ core: UnsafeMutableRawPointer) -> CoreSession {
    Unmanaged<CoreSession>.fromOpaque(core).takeUnretainedValue()
}
