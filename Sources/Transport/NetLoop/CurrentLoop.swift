internal import CUV

/// Which loop the calling thread belongs to.
enum CurrentLoop {
    /// Written once, before any loop's thread exists, and only read afterwards.
    nonisolated(unsafe) private static let key: UnsafeMutablePointer<uv_key_t> = {
        let key = UnsafeMutablePointer<uv_key_t>.allocate(capacity: 1)
        precondition(uv_key_create(key) == 0, "no thread-local storage left")
        return key
    }()

    static func get() -> UnsafeMutableRawPointer? { uv_key_get(key) }
    static func set(_ loop: UnsafeMutableRawPointer?) { uv_key_set(key, loop) }
}
