import JSONParsing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension BuiltIns {
    /// Functions of numbers.
    static let numbers: [String: NativeFunction] = {
        var table: [String: NativeFunction] = [
            "infinite/0": { _, _, _ in .number(JSONNumber(Double.infinity)) },
            "nan/0": { _, _, _ in .number(JSONNumber(Double.nan)) },
            "isinfinite/0": { input, _, _ in .bool(input.number?.double.isInfinite == true) },
            "isnan/0": { input, _, _ in .bool(input.number?.double.isNaN == true) },
            "isnormal/0": { input, _, _ in .bool(input.number?.double.isNormal == true) },
            "frexp/0": { input, _, _ in
                let (fraction, exponent) = fractionAndExponent(try number(input))
                return .array([.number(JSONNumber(fraction)), .number(JSONNumber(exponent))])
            },
            "modf/0": { input, _, _ in
                let value = try number(input)
                let whole = value.rounded(.towardZero)
                return .array([.number(JSONNumber(copysign(value.isInfinite ? 0 : value - whole, value))), .number(JSONNumber(whole))])
            },
            "ldexp/2": { _, arguments, _ in try scaled(arguments) },
            "scalb/2": { _, arguments, _ in
                let exponent = try number(arguments[1])
                let value = try number(arguments[0])
                // A fractional exponent gives NaN, and so does zero times infinity.
                if exponent.isInfinite { return .number(JSONNumber(exponent > 0 ? value * exponent : value / -exponent)) }
                guard exponent.rounded() == exponent else { return .number(JSONNumber(Double.nan)) }
                return try scaled(arguments)
            },
            "jn/2": { _, arguments, _ in .number(JSONNumber(jn(try order(arguments[0]), try number(arguments[1])))) },
            "yn/2": { _, arguments, _ in .number(JSONNumber(yn(try order(arguments[0]), try number(arguments[1])))) },
            "scalbln/2": { _, arguments, _ in try scaled(arguments) },
            "fma/3": { _, arguments, _ in
                .number(JSONNumber(try number(arguments[2]).addingProduct(try number(arguments[0]), try number(arguments[1]))))
            },
            "lgamma_r/0": { input, _, _ in
                let value = try number(input)
                let floor = value.rounded(.down)
                let isNegative = value < 0 && value != floor && Int(max(-1e15, floor)) % 2 != 0
                return .array([.number(JSONNumber(lgamma(value))), isNegative ? -1 : 1])
            },
        ]
        for (name, function) in unary {
            table["\(name)/0"] = { input, _, _ in
                guard let value = input.number?.double else {
                    throw QueryRuntimeError("\(ValueText.described(input)) number required")
                }
                return .number(JSONNumber(function(value)))
            }
        }
        for (name, function) in binary {
            table["\(name)/2"] = { _, arguments, _ in
                .number(JSONNumber(function(try number(arguments[0]), try number(arguments[1]))))
            }
        }
        return table
    }()

    static func number(_ value: JSONValue) throws -> Double {
        guard let number = value.number else { throw QueryRuntimeError("\(ValueText.described(value)) number required") }
        return number.double
    }

    private static let unary: [(String, @Sendable (Double) -> Double)] = [
        ("floor", { $0.rounded(.down) }), ("ceil", { $0.rounded(.up) }), ("round", { $0.rounded() }),
        ("trunc", { $0.rounded(.towardZero) }),
        ("rint", { $0.rounded(.toNearestOrEven) }), ("nearbyint", { $0.rounded(.toNearestOrEven) }), ("sqrt", { $0.squareRoot() }),
        ("fabs", { $0.magnitude }), ("exp", { exp($0) }), ("exp2", { exp2($0) }), ("exp10", { pow(10, $0) }), ("expm1", { expm1($0) }),
        ("log", { log($0) }), ("log2", { log2($0) }), ("log10", { log10($0) }), ("log1p", { log1p($0) }), ("logb", { logb($0) }),
        ("cbrt", { cbrt($0) }), ("sin", { sin($0) }), ("cos", { cos($0) }), ("tan", { tan($0) }), ("asin", { asin($0) }),
        ("acos", { acos($0) }), ("atan", { atan($0) }), ("sinh", { sinh($0) }), ("cosh", { cosh($0) }), ("tanh", { tanh($0) }),
        ("asinh", { asinh($0) }), ("acosh", { acosh($0) }), ("atanh", { atanh($0) }), ("gamma", { lgamma($0) }), ("lgamma", { lgamma($0) }),
        ("tgamma", { tgamma($0) }), ("erf", { erf($0) }), ("erfc", { erfc($0) }), ("j0", { j0($0) }), ("j1", { j1($0) }),
        ("y0", { y0($0) }),
        ("y1", { y1($0) }), ("significand", { significand($0) }), ("pow10", { pow(10, $0) }),
    ]

    private static let binary: [(String, @Sendable (Double, Double) -> Double)] = [
        ("pow", { pow($0, $1) }), ("atan2", { atan2($0, $1) }), ("fmod", { fmod($0, $1) }), ("hypot", { hypot($0, $1) }),
        ("copysign", { copysign($0, $1) }), ("drem", { remainder($0, $1) }), ("remainder", { remainder($0, $1) }),
        ("fdim", { fdim($0, $1) }), ("fmax", { fmax($0, $1) }),
        ("fmin", { fmin($0, $1) }), ("nextafter", { nextafter($0, $1) }), ("nexttoward", { nextafter($0, $1) }),
    ]

    /// The mantissa, from 1 up to 2.
    private static func significand(_ value: Double) -> Double {
        if value == 0 || !value.isFinite { return value }
        return copysign(value.significand, value)
    }

    /// The mantissa, from 0.5 up to 1, and its power of two.
    private static func fractionAndExponent(_ value: Double) -> (Double, Int) {
        if value == 0 || !value.isFinite { return (value, 0) }
        return (copysign(value.significand / 2, value), Int(value.exponent) + 1)
    }

    /// The order of a Bessel function, clamped to limit the time of the computation.
    private static func order(_ value: JSONValue) throws -> Int32 {
        let order = try number(value)
        return Int32(order.isNaN ? 0 : max(-100_000, min(order, 100_000)))
    }

    private static func scaled(_ arguments: [JSONValue]) throws -> JSONValue {
        let exponent = try number(arguments[1])
        let limited = exponent.isNaN ? -5000 : max(-5000, min(exponent, 5000))
        return .number(JSONNumber(scalbn(try number(arguments[0]), Int32(limited))))
    }
}
