/// Numbers with a fixed number of decimal places, for people.
enum Decimals {
    /// The number, rounded, such as `0.25`.
    ///
    /// - Parameter places: The number of decimal places, at least 1.
    static func text(_ number: Double, places: Int) -> String {
        let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
        let units = Int((max(0, min(number, 1e12)) * Double(scale)).rounded())
        let fraction = String(units % scale)
        return "\(units / scale).\(String(repeating: "0", count: places - fraction.count))\(fraction)"
    }

    /// A number that is rounded to decimal places.
    static func rounded(_ number: Double, places: Int) -> Double {
        let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
        return (number * scale).rounded() / scale
    }

    /// A count with separators between groups of three digits, such as `12,345`.
    static func grouped(_ count: Int) -> String {
        let digits = Array(String(count.magnitude))
        let groups = stride(from: digits.count, to: 0, by: -3).map { String(digits[max(0, $0 - 3)..<$0]) }
        return (count < 0 ? "-" : "") + groups.reversed().joined(separator: ",")
    }
}
