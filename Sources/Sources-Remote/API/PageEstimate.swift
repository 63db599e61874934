internal import HTTP
internal import Pipeline

/// The size of a list with pages, as far as its first page tells it.
package struct PageEstimate: Sendable {
    /// The source in messages.
    let shown: String
    /// The number of items on the first page.
    let items: Int
    /// The number of pages to read; nil if the first page does not tell it.
    let pages: Int?
    /// Where the number of pages comes from, such as `the header X-WP-TotalPages`; nil if it is unknown.
    let origin: String?
    /// The limit of requests in a minute that the pipeline file sets; nil for none.
    let requestsPerMinute: Double?
    /// The rate limit in the headers of the response; nil without one.
    let window: RateWindow?

    /// The estimate in sentences.
    package var lines: [String] {
        let first = "\(shown): \(items.counted("item")) on the first page"
        guard let pages else { return ["\(first); the number of pages is unknown"] }
        return ["\(first), \(pages.counted("page"))" + (origin.map { ", by \($0)" } ?? "")] + [time].compactMap(\.self)
    }

    /// The time of a run in a sentence; nil if no rate is known.
    private var time: String? {
        guard let pages, pages > 1 else { return nil }
        if let requestsPerMinute {
            let seconds = Double(pages - 1) * 60 / requestsPerMinute
            return "\(pages.counted("request")) at \(SecondsText.exact(requestsPerMinute)) a minute: at least \(Self.duration(seconds))"
        }
        guard let remaining = window?.remaining, let reset = window?.reset else { return nil }
        let limit = "the server takes \(remaining.counted("more request")) in the next \(Self.duration(reset))"
        return pages - 1 <= remaining ? "\(limit), which is enough" : "\(limit): a run takes longer than that"
    }

    /// A duration in words. A server may name any number.
    private static func duration(_ seconds: Double) -> String {
        switch seconds {
        case ..<120: "\(Int(max(0, seconds).rounded(.up))) s"
        case ..<7200: "\(Int((seconds / 60).rounded(.up))) min"
        case ..<longestSeconds: "\(Int((seconds / 3600).rounded(.up))) h"
        default: "100 years"
        }
    }

    /// 100 years, in seconds.
    private static let longestSeconds = 100.0 * 365 * 86_400
}
