internal import CivilCalendar
internal import Pipeline
internal import Stages

/// The date of an article: a day, or a moment in UTC.
struct SiteDate: Codable, Sendable, Equatable {
    /// The day as `2024-01-31`, or the moment as `2024-01-31T11:00:00Z`.
    let text: String

    /// The moment, or the beginning of the day in UTC. The texts sort by time.
    var moment: String { text.utf8.count == Self.dayBytes ? text + "T00:00:00Z" : text }

    private static let dayBytes = 10

    /// Reads a day, or a date and time with its zone. Fractions of a second are cut off.
    ///
    /// - Returns: nil for any other text, and for a day that does not exist.
    /// - SeeAlso: [RFC 3339, section 5.6](https://www.rfc-editor.org/rfc/rfc3339#section-5.6)
    init?(_ text: String) {
        guard let date = ISODate(text), date.isStrict, !date.lacksZone, let moment = date.inUTC else { return nil }
        self.text = moment.machine
    }

    /// Describes a text that is not a date of an article, and what is expected.
    static func fault(of text: String) -> String {
        let found = "\"\(text.prefix(60).description.printable)\""
        let lacksZone = ISODate(text)?.lacksZone == true
        return "expected a date such as \"2024-01-31\" or \"2024-01-31T12:00:00+01:00\", found \(found)"
            + (lacksZone ? ", a time without its zone" : "")
            + "; the jq function to_iso reads many other forms, and takes a time without a zone as UTC"
    }
}

extension SiteDate {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let date = SiteDate(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a date")
        }
        self = date
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

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

    /// Writes the date. The page's script formats it in the reader's time zone.
    func write(to page: inout HTMLMarkup) {
        if let machine {
            page.element("time", ["datetime": machine, "dir": "auto"], text: text)
        } else {
            page.element("span", ["dir": "auto"], text: text)
        }
    }

    /// The number of characters of a day in ``machine``.
    private static let dayCharacters = 10

    /// Writes the day alone, for a list; nothing for a text that is no date. The page's script formats it.
    func writeDay(to page: inout HTMLMarkup) {
        guard let machine else { return }
        page.element("time", ["datetime": machine], text: String(machine.prefix(Self.dayCharacters)))
    }
}
