internal import CivilCalendar
import JSONParsing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension BuiltIns {
    /// Functions of dates and times. Local time is UTC: results must not depend on the machine.
    static let dates: [String: NativeFunction] = [
        "now/0": { _, _, _ in .number(JSONNumber(now())) },
        "gmtime/0": { input, _, _ in try brokenDown(input, "gmtime") },
        "localtime/0": { input, _, _ in try brokenDown(input, "localtime") },
        "mktime/0": { input, _, _ in
            guard input.kind == .array else { throw QueryRuntimeError("mktime requires array of 6 numbers") }
            return .number(JSONNumber(try time(input, "mktime").secondsSince1970))
        },
        "strftime/1": { input, arguments, budget in try formatted(input, arguments[0], "strftime/1", zone: "GMT", budget) },
        "strflocaltime/1": { input, arguments, budget in try formatted(input, arguments[0], "strflocaltime/1", zone: "UTC", budget) },
        "strptime/1": { input, arguments, budget in
            guard let text = input.string, let format = arguments[0].string else {
                throw QueryRuntimeError("strptime/1 requires string inputs and arguments")
            }
            try budget.steps(text.utf8.count + format.utf8.count)
            guard max(text.utf8.count, format.utf8.count) <= maxBytes, let (fields, rest) = StrptimeReader.fields(text, format) else {
                throw mismatch(text, format)
            }
            let numbers = fields.map { JSONValue.number(JSONNumber($0)) }
            return .array(rest.isEmpty ? numbers : numbers + [.string(rest)])
        },
        "fromdateiso8601/0": { input, _, _ in
            let format = "%Y-%m-%dT%H:%M:%SZ"
            guard let text = input.string else { throw QueryRuntimeError("strptime/1 requires string inputs and arguments") }
            if text.utf8.count <= maxBytes, let (fields, rest) = StrptimeReader.fields(text, format), rest.isEmpty {
                let numbers = fields.map { JSONValue.number(JSONNumber($0)) }
                return .number(JSONNumber(try time(.array(numbers), "mktime").secondsSince1970))
            }
            // Fractions of seconds and UTC offsets are an extension of jq.
            if let moment = DateTextReader.complete(text) { return .number(JSONNumber(moment.value)) }
            throw mismatch(text, format)
        },
    ]

    /// Limit of formats and of dates to read, in bytes. Some directives of two bytes, such as `%c`, write 24.
    private static let maxBytes = 1 << 16

    private static func mismatch(_ text: String, _ format: String) -> QueryRuntimeError {
        func quoted(_ text: String) -> String {
            text.utf8.count <= 200 ? "\"\(text)\"" : ValueText.shortened(.string(text))
        }
        return QueryRuntimeError("date \(quoted(text)) does not match format \(quoted(format))")
    }

    private static func now() -> Double {
        if let now = QueryContext.current?.now { return now }
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func array(_ time: CivilTime) -> JSONValue {
        .array([
            .number(JSONNumber(time.year)), .number(JSONNumber(time.month)), .number(JSONNumber(time.day)), .number(JSONNumber(time.hour)),
            .number(JSONNumber(time.minute)), .number(JSONNumber(time.second)), .number(JSONNumber(time.weekday)),
            .number(JSONNumber(time.dayOfYear)),
        ])
    }

    private static let tooFarAway = QueryRuntimeError("error converting number of seconds since epoch to datetime")

    /// Converts seconds since 1970. As in jq, the integer part is rounded towards zero, and the fraction is added.
    private static func moment(_ seconds: Double) throws -> CivilTime {
        guard var time = CivilTime(secondsSince1970: seconds.rounded(.towardZero)) else { throw tooFarAway }
        time.second += seconds - seconds.rounded(.down)
        return time
    }

    private static func brokenDown(_ input: JSONValue, _ function: String) throws -> JSONValue {
        guard let seconds = input.number?.double else { throw QueryRuntimeError("\(function)() requires a number") }
        return array(try moment(seconds))
    }

    private static func formatted(
        _ input: JSONValue, _ format: JSONValue, _ function: String, zone: String, _ budget: QueryBudget
    ) throws -> JSONValue {
        let time: CivilTime
        if let seconds = input.number?.double {
            time = try moment(seconds)
        } else {
            guard input.kind == .array else { throw QueryRuntimeError("\(function) requires parsed datetime inputs") }
            guard let found = try self.time(input, function).normalized else { throw tooFarAway }
            time = found
        }
        guard let format = format.string else { throw QueryRuntimeError("\(function) requires a string format") }
        try budget.steps(format.utf8.count)
        guard format.utf8.count <= maxBytes else { throw QueryRuntimeError("\(function): the format is longer than \(maxBytes) bytes") }
        guard let text = StrftimeFormatter(time: time, zone: zone).text(format) else {
            throw QueryRuntimeError("\(function): the text is much longer than its format")
        }
        return .string(text)
    }

    /// Reads an array as `gmtime` returns it, and cuts off fractions. Missing fields have the values of a zeroed `struct tm` in C.
    private static func time(_ input: JSONValue, _ function: String) throws -> CivilTime {
        let fields = try ValueAccess.array(input).prefix(8).map { field in
            guard let number = field.number?.double, !number.isNaN else {
                throw QueryRuntimeError("\(function) requires parsed datetime inputs")
            }
            return Int(max(-0x1p31, min(number, 0x1p31 - 1)))
        }
        func field(_ place: Int, _ missing: Int = 0) -> Int { place < fields.count ? fields[place] : missing }
        return CivilTime(
            year: field(0, 1900), month: field(1), day: field(2), hour: field(3), minute: field(4), second: Double(field(5)))
    }
}
