internal import ByteCoding

/// The binary of one payload, in the order in which it was met.
final class AttachmentList {
    private(set) var items: [[UInt8]] = []

    func add(_ bytes: [UInt8]) -> Int {
        items.append(bytes)
        return items.count - 1
    }
}

/// The place of one value that is being encoded: containers are filled after they were handed out, so their JSON is
/// made at the end.
final class EncodingSlot {
    private enum Content {
        case none
        case value(JSON)
        case array([EncodingSlot])
        case object([(key: String, slot: EncodingSlot)], places: [String: Int])
    }

    private var content = Content.none

    var isEmpty: Bool {
        if case .none = content { true } else { false }
    }

    var elementCount: Int {
        if case .array(let slots) = content { slots.count } else { 0 }
    }

    func set(_ value: JSON) { content = .value(value) }

    /// A type may ask for its container twice, a class and its superclass for instance: both fill the same one.
    func beginArray() {
        if case .array = content { return }
        content = .array([])
    }

    func beginObject() {
        if case .object = content { return }
        content = .object([], places: [:])
    }

    func appendElement() -> EncodingSlot {
        let slot = EncodingSlot()
        guard case .array(var slots) = content else { return slot }
        content = .none
        slots.append(slot)
        content = .array(slots)
        return slot
    }

    /// The member of that name, made when it is not there.
    func member(_ key: String) -> EncodingSlot {
        guard case .object(var slots, var places) = content else { return EncodingSlot() }
        if let place = places[key] { return slots[place].slot }
        content = .none
        let slot = EncodingSlot()
        places[key] = slots.count
        slots.append((key, slot))
        content = .object(slots, places: places)
        return slot
    }

    /// What the slot holds; an object where nothing was written, which is how a type without members encodes itself.
    func json() -> JSON {
        switch content {
        case .none: [:]
        case .value(let value): value
        case .array(let slots): .array(slots.map { $0.json() })
        case .object(let slots, _):
            .object(JSONObject(distinct: slots.map { JSONObject.Member(key: $0.key, value: $0.slot.json()) }))
        }
    }
}
