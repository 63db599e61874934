import Foundation
import TestSupport

/// Inputs for the tests that check all kinds of pages.
package enum SiteContent: String, Sendable {
    case hostileStudy, hostileThread, sampleStudies, sampleThreads, noStudies, noThreads, ownArticles, emptyThread
    case realStudies, realThread, realMessages, realMails

    /// Inputs in the repository.
    package static let own: [SiteContent] = [
        .hostileStudy, .hostileThread, .sampleStudies, .sampleThreads, .noStudies, .noThreads, .ownArticles, .emptyThread,
    ]
    /// Inputs in the shared test data; empty if that is missing.
    package static let real: [SiteContent] =
        ["case-studies", "threads", "emails"].allSatisfy(SharedData.exists) ? [.realStudies, .realThread, .realMessages, .realMails] : []

    /// The number of pages, including the index.
    package var pageCount: Int {
        switch self {
        case .sampleStudies: 7
        case .sampleThreads, .ownArticles: 3
        case .noStudies, .noThreads: 1
        // The eleventh study lacks title and teaser.
        case .realStudies: 11
        case .hostileStudy, .hostileThread, .emptyThread, .realThread, .realMessages, .realMails: 2
        }
    }

    /// The exit code of the run.
    package var code: Int32 { self == .realStudies ? 1 : 0 }

    /// Runs the pipeline.
    package func site() async throws -> Site {
        switch self {
        case .hostileStudy: try await Site("site-case-studies", Self.json(["case_studies": [Self.study]]))
        case .hostileThread: try await Site(messages: [Self.hostileMessage, Self.hostileMessage], subject: Self.hostile)
        case .sampleStudies: try await Site("site-case-studies", String(contentsOf: Site.sampleStudies, encoding: .utf8))
        case .sampleThreads: try await Site("site-threads", String(contentsOf: Site.sampleThreads, encoding: .utf8))
        case .noStudies: try await Site("site-case-studies", #"{"case_studies":[]}"#)
        case .noThreads: try await Site("site-threads", #"{"conversations":[]}"#)
        case .ownArticles: try await Site(Self.ownPipeline, Self.json(["articles": Self.articles]))
        case .emptyThread: try await Site(messages: [])
        case .realStudies: try await Site("site-case-studies", Self.shared("case-studies/endpoints/v2/caseStudies.json"))
        case .realThread: try await Site("site-threads", Self.shared("threads/front-conversations.json"))
        case .realMessages: try await Site("site-threads", Self.shared("threads/front-messages.json"), settings: ["items=."])
        case .realMails:
            try await Site(
                messages: SharedData.files(below: "emails/html", "html").map {
                    message(String(decoding: try Data(contentsOf: $0), as: UTF8.self), from: $0.lastPathComponent)
                })
        }
    }

    private static let hostile = "</title><script>alert(1)</script> \u{0}\u{1}\u{7F}\u{85}\u{FFFE}\r\n '\" &amp; <!-- ]]> é 😀"

    private static var study: [String: Any] {
        [
            "id": 7, "client": NSNull(), "teaser": hostile, "title": hostile, "hero_image": "https://x.example/\"><script>",
            "app_store_url": "javascript:alert(1)",
            "sections": [["title": hostile, "body_elements": [hostile, ["image_url": "http://y.example/a b'\"<>"]]]],
        ]
    }

    /// Articles with bodies that no stage built.
    package static let ownPipeline = """
        { "parameters": { "from": {}, "to": {} }, "source": { "type": "json", "from": { "$param": "from" }, "items": ".articles[]" },
          "sinks": [ { "type": "site", "to": { "$param": "to" }, "body": "body" } ] }
        """

    private static var articles: [[String: Any]] {
        let body = """
            <p>One</p><figure><img src='http://x.example/1.svg' alt='A pier'><figcaption>Two</figcaption></figure><h2>Three</h2>
            <p><a href='https://y.example/'><img src='http://x.example/2.svg' alt='A link'></a> four</p><ul><li>five</ul><blockquote>six</blockquote>
            <h3>Seven</h3><table><tr><th>a<th>b<tr><td>1<td>2</table><pre>\(String(repeating: "x", count: 500))</pre>
            <img src='http://x.example/3.svg' width=300 height=200><p>eight <img src='data:image/gif;base64,R0lGODlhAQABAAAAACw=' width=16 height=16 alt=':)'></p>
            <main>nine</main><img src='javascript:alert(1)' alt=ten>
            """
        return [
            ["slug": "a", "title": "A", "teaser": "B", "hero_image": "http://x.example/0.svg", "body": body],
            ["slug": "b", "title": hostile, "hero_image": "javascript:alert(1)", "body": "<h1>\(hostile)</h1>"],
        ]
    }

    private static var hostileMessage: [String: Any] { message("<p>\(hostile)", from: hostile, blurb: hostile, isLoaded: false) }

    private static func json(_ object: [String: Any]) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
    }

    private static func shared(_ path: String) throws -> String { String(decoding: try SharedData.read(path), as: UTF8.self) }
}
