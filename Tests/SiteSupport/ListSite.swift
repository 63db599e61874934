import Foundation

/// Sites of many articles with clients and verticals.
package enum ListSite {
    package static let verticals = ["retail ", "Public Sector", "Média", "Retail"]

    /// Writes a site of articles.
    ///
    /// - Parameters:
    ///   - count: The number of articles; their names are `s1`, `s2` and so on.
    ///   - options: Further options of the sink, in JSON.
    ///   - settings: Further `--set name=value`.
    package static func site(_ count: Int, options: String = "", settings: [String] = []) async throws -> Site {
        try await site((1...count).map(article), options: options, settings: settings)
    }

    /// Writes a site of these articles.
    package static func site(_ articles: [[String: Any]], options: String = "", settings: [String] = []) async throws -> Site {
        let json = String(decoding: try JSONSerialization.data(withJSONObject: articles), as: UTF8.self)
        return try await Site(pipeline(options), json, settings: settings)
    }

    /// An article; every fifth has neither client nor vertical.
    package static func article(_ number: Int) -> [String: Any] {
        let hasNone = number % 5 == 0
        return [
            "slug": "s\(number)", "title": "Größe Nº\(number)", "teaser": "Teaser \(number)", "html": "<p>Text",
            "client": hasNone ? NSNull() : "Client \(number % 3)",
            "vertical": hasNone ? NSNull() : verticals[number % verticals.count],
        ]
    }

    private static func pipeline(_ options: String) -> String {
        """
        { "parameters": { "from": {}, "to": {} }, "source": { "type": "json", "from": { "$param": "from" }, "items": ".[]" },
          "sinks": [ { "type": "site", "to": { "$param": "to" }\(options.isEmpty ? "" : ", ")\(options) } ] }
        """
    }
}
