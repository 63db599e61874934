import Foundation
import Testing

@Suite("The Nu HTML checker", .enabled(if: NuChecker.isAvailable, Checker.nu.reasonForSkipping)) struct NuCheckerTests {
    @Test("finds no error on any page", .timeLimit(.minutes(3))) func pages() async throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        for content in SiteContent.own + SiteContent.real {
            let site = try await content.site()
            try FileManager.default.copyItem(
                at: site.folder.appendingPathComponent("site"), to: folder.appendingPathComponent(content.rawValue))
        }
        let errors = try NuChecker.errors(in: folder)
        #expect(errors == [])
    }

    @Test("would find one: the test can fail", .timeLimit(.minutes(3))) func notices() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let page = "<!DOCTYPE html><html lang=en><title>x</title><style>p { inset: 0 }</style><ul><p>x</ul>"
        try Data(page.utf8).write(to: folder.appendingPathComponent("page.html"))
        let errors = try NuChecker.errors(in: folder)
        #expect(errors.count == 1 && errors.allSatisfy { $0.contains("Element “p” not allowed as child of element “ul”") }, "\(errors)")
    }

    private static func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tabpipe-nu-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}
