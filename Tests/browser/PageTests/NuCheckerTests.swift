import Foundation
import SiteSupport
import TestSupport
import Testing

@Suite("The Nu HTML checker", .needs(NuChecker.isAvailable, Checker.nu.reasonForSkipping)) struct NuCheckerTests {
    @Test("finds no error on any page", .startsOnIdlePool, .timeLimit(.minutes(5))) func pages() async throws {
        let folder = try ScratchFolder()
        for content in SiteContent.own + SiteContent.real {
            let site = try await content.site()
            // The file of a single message has the HTML of its sender. That of a real one has faults of all kinds.
            let isReal = SiteContent.real.contains(content)
            for file in site.files where !isReal || file.lastPathComponent.wholeMatch(of: /m\d+\.html/) == nil {
                let name = "\(content)-\(file.deletingLastPathComponent().lastPathComponent)-\(file.lastPathComponent)"
                try FileManager.default.copyItem(at: file, to: folder.file(name))
            }
        }
        for content in SpokenContent.allCases {
            for language in ["ar", "pl"] {
                let site = try await content.site(language)
                for name in content.kindsOfPages {
                    try FileManager.default.copyItem(
                        at: site.page(name), to: folder.file("\(content)-\(language)-\(name.replacing("/", with: "-")).html"))
                }
            }
        }
        let errors = try await NuChecker.errors(in: folder.url)
        #expect(errors.filter { !Self.isSendersChoice($0) } == [])
    }

    /// Whether an error is about what mail needs: markup for looks, a style sheet in its body, and images that wait for the reader.
    private static func isSendersChoice(_ error: String) -> Bool {
        let allowed = [
            "obsolete. Use CSS instead", "Element “style” not allowed as child of element “div”",
            "Element “img” is missing required attribute “src”",
        ]
        return error.contains(/-m\d+\.html/) && allowed.contains { error.contains($0) }
    }

    @Test("would find one: the test can fail", .startsOnIdlePool, .timeLimit(.minutes(5))) func notices() async throws {
        let folder = try ScratchFolder()
        let page = "<!DOCTYPE html><html lang=en><title>x</title><style>p { inset: 0 }</style><ul><p>x</ul>"
        try folder.write(page, to: "page.html")
        let errors = try await NuChecker.errors(in: folder.url)
        #expect(errors.count == 1 && errors.allSatisfy { $0.contains("Element “p” not allowed as child of element “ul”") }, "\(errors)")
    }
}
