/// A bounded memory of what is in the database: what was not used while `limit` other entries came is forgotten.
struct GenerationCache<Key: Hashable, Value> {
    private let limit: Int
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]

    init(limit: Int) { self.limit = max(1, limit) }

    mutating func value(for key: Key) -> Value? {
        if let value = young[key] { return value }
        guard let value = old[key] else { return nil }
        set(value, for: key)
        return value
    }

    mutating func set(_ value: Value, for key: Key) {
        young[key] = value
        if young.count >= limit {
            old = young
            young = [:]
        }
    }

    mutating func forget(_ key: Key) {
        young[key] = nil
        old[key] = nil
    }

    mutating func forgetAll() {
        young = [:]
        old = [:]
    }
}
