/// A value under construction. A class, because several encoding containers fill the same value.
///
/// Elements and members are separate properties: an array inside an enum would be copied at each append.
final class JSONEncodingSlot {
    private enum Kind {
        case value(JSONValue)
        case array, object
    }

    /// An object by default, so that a type without encoded properties becomes `{}`.
    private var kind = Kind.object
    private var elements: [JSONEncodingSlot] = []
    private var members: [(key: String, slot: JSONEncodingSlot)] = []

    func set(_ value: JSONValue) { kind = .value(value) }

    func beginObject() {
        if case .object = kind { return }
        kind = .object
        members.removeAll()
    }

    func beginArray() {
        if case .array = kind { return }
        kind = .array
        elements.removeAll()
    }

    /// Adds a member and returns its slot. If a key is added twice, the last value replaces the first one in its position.
    func member(_ key: String) -> JSONEncodingSlot {
        let slot = JSONEncodingSlot()
        members.append((key, slot))
        return slot
    }

    /// Adds an element and returns its slot.
    func element() -> JSONEncodingSlot {
        let slot = JSONEncodingSlot()
        elements.append(slot)
        return slot
    }

    /// The number of elements.
    var count: Int { elements.count }

    var value: JSONValue {
        switch kind {
        case .value(let value): value
        case .array: .array(elements.map(\.value))
        case .object: .object(JSONObject(members.lazy.map { ($0.key, $0.slot.value) }))
        }
    }
}
