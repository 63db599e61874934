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

    /// Sets a member of the JSON body. Objects that are missing on the way are made.
    package mutating func set(_ keys: [String], to value: JSONValue) {
        if case .json(let body) = self {
            self = .json(Self.setting(keys[...], to: value, in: body))
        } else {
            self = .json(Self.setting(keys[...], to: value, in: .null))
        }
    }

    /// Sets an item of the form, in place of all items with the same name.
    package mutating func setItem(_ name: String, to value: String) {
        var items: [(name: String, value: String)] = []
        if case .form(let known) = self { items = known.filter { $0.name != name } }
        self = .form(items + [(name, value)])
    }

    private static func setting(_ keys: ArraySlice<String>, to value: JSONValue, in old: JSONValue) -> JSONValue {
        guard let key = keys.first else { return value }
        var object = old.object ?? JSONObject()
        object[key] = setting(keys.dropFirst(), to: value, in: object[key] ?? .null)
        return .object(object)
    }
}
