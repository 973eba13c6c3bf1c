/// A few values by key, in the order in which they came: looked through one by one.
///
/// Where there are never many, it does what a dictionary does for a fraction of the code, which is compiled again for each
/// kind of key and value; a browser waits for the client core's size.
struct Pairs<Key: Equatable & Sendable, Value: Sendable>: Sendable {
    private(set) var keys: [Key] = []
    private(set) var values: [Value] = []

    var count: Int { keys.count }
    var isEmpty: Bool { keys.isEmpty }

    /// Setting nil removes the key.
    subscript(_ key: Key) -> Value? {
        get { place(of: key).map { values[$0] } }
        set {
            switch (place(of: key), newValue) {
            case (let place?, let value?): values[place] = value
            case (let place?, nil):
                keys.remove(at: place)
                values.remove(at: place)
            case (nil, let value?):
                keys.append(key)
                values.append(value)
            case (nil, nil): break
            }
        }
    }

    mutating func removeValue(forKey key: Key) -> Value? {
        let value = self[key]
        self[key] = nil
        return value
    }

    private func place(of key: Key) -> Int? { keys.firstIndex { $0 == key } }
}
