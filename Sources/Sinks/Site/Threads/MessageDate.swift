internal import Pipeline

/// The date of a message.
struct MessageDate: Equatable {
    /// The value of the attribute `datetime`; nil for a text that is no date.
    let machine: String?
    /// The date as a page shows it where no script formats it.
    let text: String

    /// The longest text without a known format that is shown, in characters.
    private static let maxTextCharacters = 60
    /// Larger numbers count milliseconds: in seconds, they would lie after the year 5138.
    private static let firstMilliseconds = 1e11

    /// - Parameter given: ISO 8601, such as `2026-05-01T10:00:00Z`, or the seconds since 1970.
    init(_ given: String) {
        let trimmed = given.trimmingSpaces
        var date = ISODate(trimmed)
        if date == nil, !Self.isBasicDate(trimmed), let number = Double(trimmed), number.isFinite {
            date = ISODate(secondsSince1970: abs(number) < Self.firstMilliseconds ? number : number / 1000)
        }
        machine = date?.machine
        text = date?.text ?? String(trimmed.prefix(Self.maxTextCharacters))
    }

    /// Whether a text is a date without hyphens, such as `20260501`, which would be a time of 1970 as seconds.
    private static func isBasicDate(_ text: String) -> Bool { text.utf8.count == 8 && text.allSatisfy(\.isWholeNumber) }

    /// Writes the date. The page's script puts it into words in the reader's time zone.
    func write(to page: inout Markup) {
        if let machine {
            page.element("time", ["datetime": machine, "dir": "auto"], text: text)
        } else {
            page.element("span", ["dir": "auto"], text: text)
        }
    }
}
