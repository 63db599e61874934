internal import Pipeline
internal import Stages

/// The date of an article: a day, or a moment in UTC.
struct SiteDate: Codable, Sendable, Equatable {
    /// The day as `2024-01-31`, or the moment as `2024-01-31T11:00:00Z`.
    let text: String

    /// The moment, or the beginning of the day in UTC. The order of these texts is that of time.
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
