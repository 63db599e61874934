internal import CivilCalendar
package import JSONParsing

/// Where a response holds a token and the time of its end, as paths of keys and elements.
package struct TokenPlaces: Sendable, Equatable {
    /// From this number on, a lifetime is a moment in seconds since 1970.
    private static let firstMoment = 1e9
    /// From this number on, a moment counts milliseconds.
    private static let firstMilliseconds = 1e11

    /// The path of the token; nil for the usual place.
    package let token: [JSONPathStep]?
    /// The path of the end: a number of seconds, or a moment; nil for the usual place.
    let expiry: [JSONPathStep]?

    package init(token: [JSONPathStep]? = nil, expiry: [JSONPathStep]? = nil) {
        self.token = token
        self.expiry = expiry
    }

    /// The lifetime of the token in seconds; nil if the response names none, or a moment that is not in the future. A clock that is wrong
    /// would renew such a token before each request; without a lifetime, it is renewed once the server refuses it.
    ///
    /// - Parameter wallTime: The time in seconds since 1970.
    func lifetime(in value: JSONValue, wallTime: Double) -> Double? {
        guard let found = expiry.flatMap({ value.value(at: $0) }) else { return nil }
        let number = found.number?.double ?? found.string.flatMap { Double($0) }
        guard let number else {
            let fields = found.string.flatMap { $0.utf8.count <= 64 ? ISODateReader.fields(Array($0.utf8)) : nil }
            // A time without a zone may be hours off.
            guard let fields, fields.offset != nil, let moment = try? fields.moment() else { return nil }
            return Self.lifetime(until: Double(moment.seconds), wallTime)
        }
        guard number.isFinite else { return nil }
        if number < Self.firstMoment { return number }
        return Self.lifetime(until: number < Self.firstMilliseconds ? number : number / 1000, wallTime)
    }

    private static func lifetime(until moment: Double, _ wallTime: Double) -> Double? { moment > wallTime ? moment - wallTime : nil }
}

extension JSONValue {
    /// The value at a path of keys and elements; nil if there is none.
    func value(at path: some Sequence<JSONPathStep>) -> JSONValue? {
        var value: JSONValue? = self
        for step in path {
            switch step {
            case .key(let name, _): value = value?.object?[name]
            case .element(let index, _):
                let elements = value?.array ?? []
                value = elements.indices.contains(index) ? elements[index] : nil
            case .iterate: return nil
            }
        }
        return value
    }

    /// The text or the number at a path; nil if there is none.
    func text(at path: [JSONPathStep]) -> String? {
        guard let found = try? value(at: path)?.decoded() else { return nil }
        return found.string ?? found.number?.text
    }
}
