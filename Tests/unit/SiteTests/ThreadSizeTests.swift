import Foundation
import SiteSupport
import TestSupport
import Testing

@Suite("The size of threads") struct ThreadSizeTests {
    @Test("grows with the subject once, not with every message: the page of a body shortens it") func subject() async throws {
        let subject = String(repeating: "word ", count: 2000)
        let site = try await Site(messages: [message("<p>One</p>"), message("<p>Two</p>")], subject: subject)
        for number in 1...2 {
            let page = try site.text("thread/m\(number)")
            #expect(page.utf8.count < 20_000)
            #expect(page.contains("word word…</a>"))
        }
        #expect(try site.text("thread").contains(subject.dropLast()))
    }

    @Test("may be many senders, each with a direction of its own in the index") func senders() async throws {
        let people = ["Mira \u{202E}<mira@example.com>", "Otto", "Mira \u{202E}<mira@example.com>", "שרה"]
        let site = try await Site(messages: people.map { message("x", from: $0) })
        #expect(
            try site.text("index").contains(
                "<span class=\"names\"><bdi>Mira \u{202E}</bdi>, <bdi>Otto</bdi>, <bdi>שרה</bdi></span>"))
    }
}
