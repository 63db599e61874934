import Foundation
import SiteSupport
import TestSupport
import Testing

@Suite("The page of a report") struct ReportPageTests {
    /// The value at a JSON pointer.
    private static func value(_ pointer: Substring, in json: Any) -> Any? {
        pointer.split(separator: "/").reduce(Optional(json)) { value, key in
            switch value {
            case let list as [Any]: Int(key).flatMap { list.indices.contains($0) ? list[$0] : nil }
            case let object as [String: Any]: object[String(key)]
            default: nil
            }
        }
    }

    private static func number(_ pointer: Substring, in json: Any) -> Double? { (value(pointer, in: json) as? NSNumber)?.doubleValue }

    @Test("has the numbers of the JSON report, and no other ones", arguments: ReportSite.Kind.allCases)
    func numbers(_ kind: ReportSite.Kind) async throws {
        let site = try await ReportSite(kind)
        let (html, json) = (try site.html(), try site.json())
        let data = html.matches(of: #/<data value="([^"]*)" data-at="([^"]*)">([^<]*)</data>/#)
        for match in data {
            #expect(Self.number(match.2, in: json) == Double(match.1), "\(match.2)")
            // What people see is the same number, rounded and with a unit.
            let shown = Double(match.3.replacing(",", with: "").prefix { $0.isNumber || $0 == "." }) ?? .nan
            let exact = try #require(Double(match.1))
            switch match.3 {
            case let text where text.hasSuffix("%"): #expect(abs(shown - exact * 100) < 0.0051, "\(match.0)")
            case let text where text.hasSuffix("iB"): #expect(shown > 0 && shown < 1024, "\(match.0)")
            case let text where text.hasSuffix("records/s"): #expect(abs(shown - exact) <= 0.5, "\(match.0)")
            default: #expect(shown == exact, "\(match.0)")
            }
        }
        let drawn = html.matches(of: #/<tspan data-at="([^"]*)">([^<]*)</tspan>/#)
        for match in drawn {
            let shown = match.2.replacing(",", with: "").replacing(" s", with: "")
            #expect(Self.number(match.1, in: json) == Double(shown), "\(match.0)")
        }
        let places = Set(data.map(\.2) + drawn.map(\.1))
        for run in try #require(Self.value("/runs", in: json) as? [Any]).indices {
            for step in try #require(Self.value("/runs/\(run)/steps", in: json) as? [Any]).indices {
                for key in ["in", "made", "out", "filtered", "rejected", "skipped", "unfinished", "seconds", "share"] {
                    #expect(places.contains("/runs/\(run)/steps/\(step)/\(key)"))
                }
            }
            for key in ["read", "written", "filtered", "rejected"] { #expect(places.contains("/runs/\(run)/counts/\(key)")) }
        }
    }

    @Test("shows content as text alone") func hostile() async throws {
        let html = try await ReportSite(.full).html()
        #expect(html.contains("&lt;/pre&gt;&lt;script&gt;document.title='taken'&lt;/script&gt;"))
        #expect(html.contains("<h1>orders &amp; &lt;more&gt;</h1>"))
        for wrong in ["<script", "<img", "onerror=document.title='taken'>", "\u{202E}", "http://", "https://", "url("] {
            #expect(!html.contains(wrong), "\(wrong)")
        }
    }

    private static func count(_ key: String, _ html: String) throws -> Double {
        let all = html.matches(of: #/<data value="(\d+)" data-at="\/runs\/0\/counts\/(\w+)">/#)
        return try #require(all.first { $0.2 == key }.flatMap { Double($0.1) })
    }

    @Test("has widths that are counts") func widths() async throws {
        let html = try await ReportSite(.full).html()
        // The widths of all records that were read or made add up to 124.
        let made = try Self.count("made", html)
        let unit = 124 / (400 + made)
        let bands = html.matches(of: #/<rect class="band" [^>]*width="([\d.]+)"/#).compactMap { Double($0.1) }
        #expect(abs((bands.first ?? 0) - 400 * unit) < 0.1)
        #expect(try abs((bands.last ?? 0) - Self.count("written", html) * unit) < 0.2)
    }

    @Test(
        "has no error for the Nu checker", .needs(NuChecker.isAvailable, Checker.nu.reasonForSkipping), .startsOnIdlePool,
        .timeLimit(.minutes(5)))
    func markup() async throws {
        let folder = try ScratchFolder()
        for kind in ReportSite.Kind.allCases {
            let site = try await ReportSite(kind)
            try folder.write(site.html(), to: "\(kind).html")
        }
        #expect(try await NuChecker.errors(in: folder.url) == [])
    }

    @Test(
        "has no violation for axe, and scrolls to no side", .needs(Checker.axe.file != nil, Checker.axe.reasonForSkipping),
        .needs(Browser.isAvailable, Browser.reasonForSkipping), .startsInPageTurn, .timeLimit(.minutes(5)),
        arguments: DisplaySettings.all)
    func accessible(_ settings: DisplaySettings) async throws {
        let browser = try await settings.browser()
        for kind in ReportSite.Kind.allCases {
            let site = try await ReportSite(kind)
            try await browser.open(site.page)
            try await browser.expectAccessible("\(kind)")
            #expect(try await browser.number("return document.documentElement.scrollWidth") <= Double(settings.screen.width))
            #expect(try await browser.strings("return [document.title]").first?.contains("report of a run") == true)
            // The folder stays until here.
            #expect(try !site.html().isEmpty)
        }
    }
}
