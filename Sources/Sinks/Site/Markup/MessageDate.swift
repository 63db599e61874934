internal import Pipeline
internal import Stages

/// The date of a message.
struct MessageDate: Equatable, Codable, Sendable {
    /// The value of the attribute `datetime`; nil for a text that is no date.
    let machine: String?
    /// The date as a page shows it where no script formats it.
    let text: String

    /// The longest text without a known format that is shown, in characters.
    private static let maxTextCharacters = 60

    /// - Parameter given: ISO 8601, such as `2026-05-01T10:00:00Z`, or the seconds since 1970.
    init(_ given: String) {
        let date = ISODate(ofMessage: given)
        machine = date?.machine
        text = date?.text ?? String(given.trimmingSpaces.prefix(Self.maxTextCharacters))
    }

    /// Writes the date. The page's script puts it into words in the reader's time zone.
    func write(to page: inout Markup) {
        if let machine {
            page.element("time", ["datetime": machine, "dir": "auto"], text: text)
        } else {
            page.element("span", ["dir": "auto"], text: text)
        }
    }

    /// The number of characters of a day in ``machine``.
    private static let dayCharacters = 10

    /// Writes the day alone, for a list; nothing for a text that is no date. The page's script puts it into words.
    func writeDay(to page: inout Markup) {
        guard let machine else { return }
        page.element("time", ["datetime": machine], text: String(machine.prefix(Self.dayCharacters)))
    }
}
