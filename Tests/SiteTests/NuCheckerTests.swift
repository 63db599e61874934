import Foundation
import TestSupport
import Testing

@Suite("The Nu HTML checker", .enabled(if: NuChecker.isAvailable, Checker.nu.reasonForSkipping)) struct NuCheckerTests {
    @Test("finds no error on any page", .startsOnIdlePool, .timeLimit(.minutes(3))) func pages() async throws {
        let folder = try ScratchFolder()
        for content in SiteContent.own + SiteContent.real {
            let site = try await content.site()
            try FileManager.default.copyItem(at: site.folder.appendingPathComponent("site"), to: folder.file(content.rawValue))
        }
        let errors = try await NuChecker.errors(in: folder.url)
        #expect(errors == [])
    }

    @Test("would find one: the test can fail", .startsOnIdlePool, .timeLimit(.minutes(3))) func notices() async throws {
        let folder = try ScratchFolder()
        let page = "<!DOCTYPE html><html lang=en><title>x</title><style>p { inset: 0 }</style><ul><p>x</ul>"
        try folder.write(page, to: "page.html")
        let errors = try await NuChecker.errors(in: folder.url)
        #expect(errors.count == 1 && errors.allSatisfy { $0.contains("Element “p” not allowed as child of element “ul”") }, "\(errors)")
    }
}
