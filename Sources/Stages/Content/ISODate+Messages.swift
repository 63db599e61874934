public import CivilCalendar
internal import Pipeline

extension ISODate {
    /// Numbers from this one on count milliseconds: in seconds, they would lie after the year 5138.
    private static let firstMilliseconds = 1e11

    /// Parses the date of a message: ISO 8601, such as `2026-05-01T10:00:00Z`, or the seconds or milliseconds since 1970 in digits.
    ///
    /// - Returns: nil for any other text.
    public init?(ofMessage text: String) {
        let text = text.trimmingSpaces
        if let date = ISODate(text) {
            self = date
            return
        }
        // A date without hyphens, such as `20260501`, would be a time of 1970 as seconds.
        let isBasicDate = text.utf8.count == 8 && text.allSatisfy(\.isWholeNumber)
        guard !isBasicDate, text.utf8.count <= Self.maxNumberBytes, let number = Double(text), number.isFinite,
            let date = ISODate(secondsSince1970: abs(number) < Self.firstMilliseconds ? number : number / 1000)
        else { return nil }
        self = date
    }

    /// Longer texts are no number of seconds.
    private static let maxNumberBytes = 40
}
