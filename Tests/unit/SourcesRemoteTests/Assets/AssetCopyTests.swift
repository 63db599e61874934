import ImageHeaders
import Foundation
import TestSupport
import Testing

@testable import Pipeline
@testable import Assets

/// What a stand-in for a program does, and what a run says of it.
struct ProgramExample: CustomTestStringConvertible {
    let name: String
    let script: String
    let warnings: [String]
    /// The time that the program has. Only those that never end wait for its end.
    var seconds: Double = 60

    var testDescription: String { name }
}

@Suite("Smaller copies of images") struct AssetCopyTests {
    private static let record = #"{"hero":"https://x.example/a.png","html":"\#(image("a"))\#(image("b"))"}"#
    private static func image(_ name: String) -> String { #"<img src=\"https://x.example/\#(name).png\">"# }
    private static let places = #""html": ["html"], "fields": ["hero"]"#
    private static let options = #", "copies": true, "facts": "facts""#
    /// Says that it is vipsthumbnail, and writes the header of a WebP file of the wanted width.
    private static let header = #"""
        case "$1" in --version) echo vips-8.14.1; exit;; esac
        width=$((${3%x} - 1))
        printf 'RIFF\026\000\000\000WEBPVP8X\012\000\000\000\000\000\000\000'
        printf "\\$(printf %03o $((width % 256)))\\$(printf %03o $((width / 256)))\\000\\000\\000\\000"
        """#

    /// Runs the stage with a stand-in for a program of this machine.
    private func run(
        _ site: ImageSite, _ folder: borrowing ScratchFolder, program: String = "vipsthumbnail", _ script: String, seconds: Double = 20
    ) async throws -> AssetsRun {
        let file = try folder.write("#!/bin/sh\n" + script, to: "bin/\(program)")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
        return try await AssetsRun(
            [Self.record], site, folderPath: folder.path, places: Self.places, more: Self.options,
            copyPrograms: CopyPrograms(folders: ["relative", "\(folder.path)/bin"], maxSeconds: seconds))
    }

    private func copies(_ folder: borrowing ScratchFolder) throws -> [String] {
        try folder.names("images").filter { $0.hasSuffix(".webp") }.sorted()
    }

    @Test("are made once, narrower than the image, and stand in the record with all sizes") func copies() async throws {
        let site = ImageSite(["/a.png": ImageExample.png(1000, 500), "/b.png": ImageExample.png(480, 10)])
        let folder = try ScratchFolder()
        let first = try await run(site, folder, Self.header)
        let (a, b) = ("a-\(ImageSite.hash(site.files["/a.png"]))", "b-\(ImageSite.hash(site.files["/b.png"]))")
        let facts = #"""
            "facts":[{"address":"images/\#(a).png","width":1000,"height":500,"copies":[{"address":"images/\#(a)-480.webp","width":480},{"address":"images/\#(a)-960.webp","width":960}]},{"address":"images/\#(b).png","width":480,"height":10}]}
            """#
        #expect(first.records.count == 1)
        #expect(first.records.first?.hasSuffix(facts) == true)
        #expect(first.warnings == [])
        #expect(first.notes.contains { $0.contains("2 smaller copies of images made") })
        #expect(try copies(folder) == ["\(a)-480.webp", "\(a)-960.webp"])
        // The next run makes none: this program would fail.
        let before = try folder.stamps()
        let second = try await run(site, folder, "echo vips-8.0; test \"$1\" = --version")
        #expect(second.records == first.records)
        #expect(second.warnings == [])
        #expect(!second.notes.contains { $0.contains("smaller") })
        let after = try folder.stamps()
        #expect(after.filter { $0.key.hasPrefix("images") } == before.filter { $0.key.hasPrefix("images") })
    }

    private static let wrongOutput = "its output is no image of the expected size"
    private static let version = "if [ \"$1\" = --version ]; then echo vips-8.14.1; exit; fi\n"

    @Test(
        "are missing, with one warning, where the program does not make them",
        arguments: [
            ProgramExample(name: "fails", script: version + "exit 1", warnings: ["it failed"]),
            ProgramExample(name: "is killed", script: version + "kill -9 $$", warnings: ["it failed"]),
            ProgramExample(name: "writes nothing", script: version, warnings: [wrongOutput]),
            ProgramExample(name: "writes a page", script: version + "echo '<script>'", warnings: [wrongOutput]),
            ProgramExample(name: "writes without end", script: version + "yes | head -c 40000000", warnings: [wrongOutput]),
            ProgramExample(name: "hangs", script: version + "sleep 100", warnings: ["it took longer than 1 second"], seconds: 1),
            ProgramExample(
                name: "waits for another", script: version + "sleep 100 & wait", warnings: ["it took longer than 1 second"], seconds: 1),
            ProgramExample(name: "is another program", script: "echo other", warnings: []),
            ProgramExample(name: "fails when it is asked for its version", script: "exit 1", warnings: []),
        ])
    func faults(_ example: ProgramExample) async throws {
        let site = ImageSite(["/a.png": ImageExample.png(1000, 500), "/b.png": ImageExample.png(700, 10)])
        let folder = try ScratchFolder()
        let outcome = try await run(site, folder, example.script, seconds: example.seconds)
        #expect(outcome.code == 0)
        #expect(outcome.records.first?.contains(#""width":1000,"height":500}"#) == true)
        #expect(outcome.warnings.count == example.warnings.count)
        for warning in example.warnings {
            let start = "assets: vipsthumbnail has not made 3 smaller copies of images: \(warning); the first: "
            #expect(outcome.warnings.first?.hasPrefix(start) == true)
        }
        let note = "no smaller copies of images: vipsthumbnail, ImageMagick or sips would make them"
        #expect(outcome.notes.contains { $0.contains(note) } == example.warnings.isEmpty)
        #expect(try copies(folder) == [])
    }

    @Test("are not made of huge and of animated images, and not by a program that only has ImageMagick's name")
    func leftAlone() async throws {
        let animated = Array("RIFF....WEBPVP8X....".utf8) + [2, 0, 0, 0, 255, 3, 0, 255, 3, 0]
        let site = ImageSite(["/a.png": ImageExample.png(50_000, 50_000), "/b.png": animated])
        let folder = try ScratchFolder()
        let outcome = try await run(site, folder, Self.header)
        #expect(outcome.records.first?.contains("copies") == false)
        #expect(outcome.records.first?.contains(#""width":50000,"height":50000"#) == true)
        #expect(outcome.notes.contains { $0.contains("1 image without smaller copies") })
        let other = ImageSite(["/a.png": ImageExample.png(1000, 500)])
        let second = try ScratchFolder()
        let named = try await run(other, second, program: "convert", "printf PNG")
        #expect(named.notes.contains { $0.contains("no smaller copies of images") })
    }

    /// The program itself would run for hours.
    @Test("end with the run, and leave no file and no process", .startsOnIdlePool, .timeLimit(.minutes(5))) func cancelled() async throws {
        let folder = try ScratchFolder()
        let mark = "\(folder.path)/mark"
        let program = ExternalProgram(
            path: "/bin/sh", arguments: { ["-c", "echo $$ $TMPDIR > \(mark); sleep 9999 & sleep 9999", $0.output] }, maxSeconds: 9999)
        let task = Task { try await program.output(of: nil, limit: 1000) }
        var words: [String] = []
        while words.count < 2 {
            try await Task.sleep(for: .milliseconds(5))
            words = (try? folder.read("mark"))?.split(whereSeparator: \.isWhitespace).map(String.init) ?? []
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let process = try #require(Int32(words[0]))
        #expect(kill(process, 0) != 0)
        #expect(!FileManager.default.fileExists(atPath: words[1]))
    }

    private static let installed = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)

    private static func isInstalled(_ kind: ImageResizer.Kind) async throws -> Bool {
        try await ImageResizer.find([kind], in: installed) != nil
    }

    @Test("are upright images of the wanted width from vipsthumbnail", .needs("needs vipsthumbnail") { try await isInstalled(.vips) })
    func vips() async throws { try await expectCopy(.vips) }

    @Test("are upright images of the wanted width from ImageMagick 7", .needs("needs magick") { try await isInstalled(.magick) })
    func magick() async throws { try await expectCopy(.magick) }

    @Test("are upright images of the wanted width from ImageMagick 6", .needs("needs convert") { try await isInstalled(.convert) })
    func convert() async throws { try await expectCopy(.convert) }

    @Test("are upright images of the wanted width from macOS's sips", .needs("needs sips") { try await isInstalled(.sips) })
    func sips() async throws { try await expectCopy(.sips) }

    private func expectCopy(_ kind: ImageResizer.Kind) async throws {
        let found = try #require(try await ImageResizer.find([kind], in: Self.installed))
        let folder = try ScratchFolder()
        try Data(ImageExample.gradient(width: 1000, height: 500)).write(to: folder.file("a.png"))
        let file = try FileDescriptor(opening: folder.file("a.png").path, flags: O_RDONLY)
        let copy = try await found.copy(of: file, .png, width: 480, maxSeconds: 20)
        let made = try #require(found.copyKind(of: .png))
        #expect(ImageSize(head: copy, kind: made) == ImageSize(480, 240))
    }
}
