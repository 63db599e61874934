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
    static let dates: [String: Native] = [
        "now/0": { _, _, _ in .number(JSONNumber(now())) },
        "gmtime/0": { input, _, _ in try brokenDown(input, "gmtime") },
        "localtime/0": { input, _, _ in try brokenDown(input, "localtime") },
        "mktime/0": { input, _, _ in
            guard input.kind == .array else { throw QueryRuntimeError("mktime requires array of 6 numbers") }
            return .number(JSONNumber(Double(try time(input, "mktime").secondsSince1970)))
        },
        "strftime/1": { input, arguments, _ in try formatted(input, arguments[0], "strftime/1") },
        "strflocaltime/1": { input, arguments, _ in try formatted(input, arguments[0], "strflocaltime/1") },
        "strptime/1": { input, arguments, _ in
            guard let text = input.string, let format = arguments[0].string else {
                throw QueryRuntimeError("strptime/1 requires string inputs and arguments")
            }
            guard let time = DateReader.time(text, format) else {
                throw QueryRuntimeError("date \"\(text)\" does not match format \"\(format)\"")
            }
            return array(time)
        },
        "fromdateiso8601/0": { input, _, _ in
            let format = "%Y-%m-%dT%H:%M:%SZ"
            guard let text = input.string else { throw QueryRuntimeError("strptime/1 requires string inputs and arguments") }
            if let time = DateReader.time(text, format) { return .number(JSONNumber(Double(time.secondsSince1970))) }
            // Fractions and offsets are an extra.
            if let moment = DateText.complete(text) { return .number(JSONNumber(moment.value)) }
            throw QueryRuntimeError("date \"\(text)\" does not match format \"\(format)\"")
        },
    ]

    private static func now() -> Double {
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

    private static func brokenDown(_ input: JSONValue, _ function: String) throws -> JSONValue {
        guard let seconds = input.number?.double else { throw QueryRuntimeError("\(function)() requires a number") }
        guard let time = CivilTime(secondsSince1970: seconds) else { throw tooFarAway }
        return array(time)
    }

    private static func formatted(_ input: JSONValue, _ format: JSONValue, _ function: String) throws -> JSONValue {
        let time: CivilTime
        if let seconds = input.number?.double {
            guard let found = CivilTime(secondsSince1970: seconds) else { throw tooFarAway }
            time = found
        } else {
            guard input.kind == .array else { throw QueryRuntimeError("\(function) requires parsed datetime inputs") }
            guard let found = try self.time(input, function).normalized else { throw tooFarAway }
            time = found
        }
        guard let format = format.string else { throw QueryRuntimeError("\(function) requires a string format") }
        return .string(DateFormatter(time: time).text(format))
    }

    /// The fields of an array as `gmtime` gives it; those that are missing are 0.
    private static func time(_ input: JSONValue, _ function: String) throws -> CivilTime {
        let fields = try Access.array(input).map { field in
            guard let number = field.number?.double, number.magnitude < 1e9 else {
                throw QueryRuntimeError("\(function) requires parsed datetime inputs")
            }
            return number
        }
        func field(_ place: Int, _ missing: Double = 0) -> Double { place < fields.count ? fields[place] : missing }
        return CivilTime(
            year: Int(field(0)), month: Int(field(1)), day: Int(field(2, 1)), hour: Int(field(3)), minute: Int(field(4)), second: field(5))
    }
}
