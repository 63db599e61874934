/// A value that is being put together. Shared by the containers that fill it, and so a class.
///
/// Each kind of content has its own property, because an array inside an enum would be copied for each element that is added.
final class JSONEncodingSlot {
    private enum Kind {
        case value(JSONValue)
        case array, object
    }

    /// A type that encodes nothing becomes an empty object.
    private var kind = Kind.object
    private var elements: [JSONEncodingSlot] = []
    private var members: [(key: String, slot: JSONEncodingSlot)] = []

    func become(_ value: JSONValue) { kind = .value(value) }

    func becomeObject() {
        if case .object = kind { return }
        kind = .object
        members.removeAll()
    }

    func becomeArray() {
        if case .array = kind { return }
        kind = .array
        elements.removeAll()
    }

    /// A member to fill. Of several with one key the last counts, in the place of the first.
    func member(_ key: String) -> JSONEncodingSlot {
        let slot = JSONEncodingSlot()
        members.append((key, slot))
        return slot
    }

    /// One more element to fill.
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
