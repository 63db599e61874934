/// A moment with the digits of its fraction, so that none is lost.
struct Moment: Equatable {
    /// Seconds since 1970-01-01T00:00:00Z.
    var seconds: Int
    /// The digits behind the decimal point of the seconds, without zeros at the end.
    var fraction: Substring

    /// Years that ISO 8601 writes with four digits.
    static let years = 0...9999
    /// More digits are cut off.
    private static let maxFractionDigits = 9

    init(seconds: Int, fraction: Substring = "") {
        self.seconds = seconds
        var digits = fraction.prefix(Self.maxFractionDigits)
        while digits.last == "0" { digits.removeLast() }
        self.fraction = digits
    }

    /// - Parameter number: Seconds since 1970, or milliseconds if there are more than 100,000 million; microseconds are kept.
    /// - Returns: nil for moments before the year 0 and behind 9999.
    init?(epoch number: Double) {
        let maxSeconds = 1e11
        guard number.magnitude < 1e15 else { return nil }
        let microseconds = Int((number * (number.magnitude < maxSeconds ? 1e6 : 1e3)).rounded())
        let seconds = CivilTime.floorDivide(microseconds, 1_000_000)
        let digits = String(microseconds - seconds * 1_000_000)
        self.init(seconds: seconds, fraction: Substring(String(repeating: "0", count: 6 - digits.utf8.count) + digits))
        guard text != nil else { return nil }
    }

    /// Seconds since 1970 with their fraction.
    var value: Double { fraction.isEmpty ? Double(seconds) : Double(seconds) + (Double("0.\(fraction)") ?? 0) }

    /// The moment in UTC, such as `2024-01-31T11:00:00.5Z`; nil if its year has not four digits.
    var text: String? {
        guard let time = CivilTime(secondsSince1970: Double(seconds)), Self.years.contains(time.year) else { return nil }
        guard let whole = DateFormatter(time: time, zone: "UTC").text("%m-%dT%H:%M:%S") else { return nil }
        let year = String(time.year)
        let zeros = String(repeating: "0", count: 4 - year.utf8.count)
        return "\(zeros)\(year)-\(whole)\(fraction.isEmpty ? "" : ".\(fraction)")Z"
    }
}
