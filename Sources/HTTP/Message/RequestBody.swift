package import JSONParsing
internal import WebAddresses

/// The body of the requests of a source: the option `body`.
package enum RequestBody: Sendable {
    case none
    case json(JSONValue)
    /// A form. A name may occur several times.
    case form([(name: String, value: String)])

    /// The value of `Content-Type`; nil without a body.
    package var contentType: String? {
        switch self {
        case .none: nil
        case .json: "application/json"
        case .form: "application/x-www-form-urlencoded"
        }
    }

    /// The bytes that are sent; nil without a body.
    package var bytes: [UInt8]? {
        switch self {
        case .none: nil
        case .json(let value): Array(value.compactText.utf8)
        case .form(let items): Array(URLQuery.form(of: items).utf8)
        }
    }

    /// The JSON of the body; null without one.
    package var json: JSONValue { if case .json(let value) = self { value } else { .null } }

    /// Sets a place of the JSON body. Objects and lists that are missing on the way are made.
    ///
    /// - Parameter path: Keys and numbers of elements, which fit the body: an element is one that the list has, or the next one.
    package mutating func set(_ path: [JSONPathStep], to value: JSONValue) {
        self = .json(Self.setting(path[...], to: value, in: json))
    }

    /// Puts members into the JSON body. An object in it is merged with an object of the same key.
    package mutating func merge(_ members: some Sequence<(key: String, value: JSONValue)>) {
        var new = JSONObject()
        for (key, value) in members { new[key] = value }
        self = .json(Self.merged(.object(new), into: json))
    }

    /// Sets an item of the form, in place of all items with the same name.
    package mutating func setItem(_ name: String, to value: String) {
        var items: [(name: String, value: String)] = []
        if case .form(let known) = self { items = known.filter { $0.name != name } }
        self = .form(items + [(name, value)])
    }

    private static func setting(_ path: ArraySlice<JSONPathStep>, to value: JSONValue, in old: JSONValue) -> JSONValue {
        switch path.first {
        case .key(let key, _)?:
            var object = old.object ?? JSONObject()
            object[key] = setting(path.dropFirst(), to: value, in: object[key] ?? .null)
            return .object(object)
        case .element(let index, _)?:
            var elements = old.array ?? []
            let new = setting(path.dropFirst(), to: value, in: index < elements.count ? elements[index] : .null)
            if index < elements.count { elements[index] = new } else { elements.append(new) }
            return .array(elements)
        case .iterate?, nil: return value
        }
    }

    private static func merged(_ new: JSONValue, into old: JSONValue) -> JSONValue {
        guard let members = new.object, var object = old.object else { return new }
        for member in members { object[member.key] = merged(member.value, into: object[member.key] ?? .null) }
        return .object(object)
    }
}
