import Foundation
import HTMLParsing
import TestSupport

/// Sites whose content has no Latin letters, so that all Latin letters are words of the interface.
package enum SpokenContent: CaseIterable, Sendable {
    case articles, longList, threads

    /// Words that are right in English and in another language.
    package static let sameInSeveralLanguages: Set<String> = [
        "Conversations", "← Conversations", "Conversation", "message", "messages", "Image",
    ]

    /// One page of each kind.
    package var kindsOfPages: [String] {
        switch self {
        case .articles: ["index", "2"]
        case .longList: ["index-2", "index-all", "vertical-α"]
        case .threads: ["index", "1", "1/m3", "5", "5/all", "5/earlier-1"]
        }
    }

    /// Returns the words of the interface on all pages: texts that readers see, labels for screen readers, and words of the scripts.
    package func texts(_ language: String) async throws -> [String] {
        let site = try await site(language)
        var texts: [String] = []
        // The articles of a long list are those of a short one.
        let pages = self == .longList ? kindsOfPages.map { site.page($0) } : site.files
        for page in pages {
            let document = HTMLDocument(parsing: try String(contentsOf: page, encoding: .utf8))
            for node in document.descendants(of: document.root) {
                if document.kind(of: node) == .text {
                    let parent = document.parent(of: node).map { document.name(of: $0) } ?? ""
                    if !["script", "style"].contains(parent) { texts.append(document.text(of: node)) }
                    continue
                }
                guard document.kind(of: node) == .element else { continue }
                for name in ["aria-label", "alt", "title", "placeholder"] { texts += document.attribute(name, of: node).map { [$0] } ?? [] }
                if let words = document.attribute("data-words", of: node) { texts += try Self.values(words) }
            }
        }
        return texts.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { $0.contains(where: \.isLetter) && !isContent($0) }
    }

    /// A site in a language, with every part that a page of its kind can have.
    package func site(_ language: String) async throws -> Site {
        let option = "\"language\": \"\(language)\""
        switch self {
        case .articles: return try await ListSite.site((1...13).map(Self.article), options: option)
        case .longList: return try await ListSite.site((1...201).map(Self.article), options: option)
        case .threads:
            let quote =
                "<p>Ω</p><div class=gmail_quote>Ω<blockquote>Ω</blockquote></div><img src='http://1.example/1.png' width=99 height=99>"
            let threads: [[String: Any]] = [
                [
                    "slug": "1", "subject": "Ω", "read": false,
                    "messages": [
                        ["body": "", "attachments": [["name": "1", "url": "http://1.example/1", "size": 2048]]],
                        ["from": "Ω", "blurb": "Ω", "body": quote, "content_loaded": false], ["from": "Ω", "body": quote],
                    ],
                ],
                ["slug": "2", "messages": [["from": "Ω", "body": "Ω"]]], ["slug": "3", "messages": [[String: Any]()]],
                ["slug": "4", "messages": [Any]()],
            ]
            let long = (1...320).map { ["from": "Ω <1@2.3>", "blurb": "Ω \($0)", "date": "2026-01-31T10:00:00Z"] }
            return try await ListSite.site(threads + [["slug": "5", "messages": long]], options: option)
        }
    }

    private static func article(_ number: Int) -> [String: Any] {
        [
            "slug": "\(number)", "title": "Ω \(number)", "teaser": "Ω", "client": "Ω", "vertical": number % 2 == 0 ? "Α" : "Β",
            "hero_image": number % 3 == 0 ? "javascript:1" : "http://1.example/\(number).png", "html": "<p>Ω",
            "app_store_url": "https://1.example/",
        ]
    }

    /// Whether a text is content: Greek letters, addresses, dates and sizes.
    private func isContent(_ text: String) -> Bool {
        text.allSatisfy { !$0.isLetter || "ΩΑΒ".contains($0) } || ["http://1.example/", "javascript:1"].contains { text.hasPrefix($0) }
            || text.contains(/^[\d:\s-]+UTC$/) || text.contains(/^\(?[\d.]+ k?B\)?$/)
    }

    private static func values(_ words: String) throws -> [String] {
        let object = try JSONSerialization.jsonObject(with: Data(words.utf8)) as? [String: Any] ?? [:]
        return object.sorted { $0.key < $1.key }.flatMap { $0.value as? [String] ?? [$0.value as? String ?? ""] }
    }
}
