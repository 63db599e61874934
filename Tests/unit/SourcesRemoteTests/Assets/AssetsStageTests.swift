import ImageHeaders
import Foundation
import Checksums
import JSONParsing
import Pipeline
import TestSupport
import Testing
import WebAddresses
@testable import HTTP
@testable import Assets

@Suite("The stage assets") struct AssetsStageTests {
    @Test("fetches each file once, names it, and has HTML and fields point at it") func rewrites() async throws {
        let site = ImageSite(["/kiln.png": ImageExample.png(64, 48), "/b.gif": ImageExample.all[1].bytes])
        let record = #"""
            {"hero":"https://x.example/kiln.png","html":"<p>a<img src=\"https://x.example/kiln.png\" alt=\"\"><img width=\"9\" src=\"//x.example/b.gif\" srcset=\"https://x.example/b.gif 1x, https://x.example/no.png 2x\"><video poster=\"https://x.example/b.gif\"></video><picture><source srcset=\"https://x.example/kiln.png\"></picture><img src=\"local.png\"></p>"}
            """#
        let folder = try ScratchFolder()
        let outcome = try await run([record, record], site, in: folder)
        let kiln = "images/kiln-\(ImageSite.hash(site.files["/kiln.png"])).png"
        let gif = "images/b-\(ImageSite.hash(site.files["/b.gif"])).gif"
        let expected = #"""
            {"hero":"\#(kiln)","html":"<p>a<img src=\"\#(kiln)\" alt=\"\" width=\"64\" height=\"48\"><img width=\"9\" src=\"\#(gif)\" srcset=\"\#(gif) 1x, https://x.example/no.png 2x\"><video poster=\"\#(gif)\"></video><picture><source srcset=\"\#(kiln)\"></picture><img src=\"local.png\"></p>"}
            """#
        #expect(outcome.records == [expected, expected])
        #expect(site.asked.sorted() == ["/b.gif", "/kiln.png", "/no.png"])
        #expect(try folder.names("images").sorted() == [kiln, gif].map { String($0.dropFirst(7)) }.sorted())
        #expect(
            outcome.warnings == [
                "assets: 2 files missing, and the content keeps the address: the address is relative, the record came from no URL, and "
                    + "\"base\" names none; the first: local.png",
                "assets: 1 file of x.example missing, and the content keeps the address: the server answered 404: https://x.example/no.png",
            ])
    }

    @Test("fetches relative addresses from the page that the record came from, and keeps those of its own files") func relative()
        async throws
    {
        let site = ImageSite(["/media/1/a.png": ImageExample.png(1, 1), "/news/b.png": ImageExample.png(2, 2)])
        let records = [
            #"{"hero":"/media/1/a.png","html":"<img src=\"b.png\"><img srcset=\"/media/1/a.png 1x, c.png 2x\"><a href=\"/about\">x</a>"}"#
        ]
        let folder = try ScratchFolder()
        let a = "images/a-\(ImageSite.hash(site.files["/media/1/a.png"])).png"
        let b = "images/b-\(ImageSite.hash(site.files["/news/b.png"])).png"
        let places = #""html": ["html"], "fields": [".hero"]"#
        for more in ["", #", "base": "https://x.example/news/today""#] {
            let base = more.isEmpty ? try BaseAddress("https://x.example/news/today") : try BaseAddress("https://y.example/")
            let outcome = try await run(records, site, in: folder, places: places, more: more, base: base)
            #expect(
                outcome.records == [
                    #"{"hero":"\#(a)","html":"<img src=\"\#(b)\" width=\"2\" height=\"2\"><img srcset=\"\#(a) 1x, https://x.example/news/c.png 2x\"><a href=\"/about\">x</a>"}"#
                ])
            #expect(outcome.warnings.count == 1, "\(outcome.warnings)")
        }
        #expect(Set(site.requests.map(\.address.origin.description)) == ["https://x.example"])
        // A file of the output is no address of the page.
        let again = #"{"html":"<img src=\"\#(a)\">"}"#
        let kept = try await run([again], site, in: folder, base: BaseAddress("https://x.example/").leaving([a]), required: true)
        #expect(kept.records == [again])
        #expect(kept.warnings == [])
    }

    static let formats: [(String, String, String)] = [
        ("", "One\\n\\nIMAGE\\n\\nTwo", "<p>One</p><p>IMAGE</p><p>Two</p>"), (#", "format": "html""#, "One\\n\\nIMAGE", "One\\n\\nIMAGE"),
        (#", "format": "paragraphs""#, "One\\nIMAGE", "<p>One<br>IMAGE</p>"),
        (#", "format": ".kind""#, "One\\nIMAGE", "<p>One<br>IMAGE</p>"),
        (#", "format": "text""#, "One\\n\\n<img src='https://x.example/a.png'>", "One\\n\\n<img src='https://x.example/a.png'>"),
    ]

    @Test("reads a text in its format, as the stages behind it do", arguments: formats)
    func format(_ option: String, _ text: String, _ expected: String) async throws {
        let site = ImageSite(["/a.png": ImageExample.png(1, 1)])
        let folder = try ScratchFolder()
        func record(_ field: String, _ text: String, _ image: String) -> String {
            let text = text.replacing("IMAGE", with: image)
            return field.isEmpty ? #"{"kind":"paragraphs","html":"\#(text)"}"# : #"{"messages":[{"kind":"paragraphs","html":"\#(text)"}]}"#
        }
        let file = "images/a-\(ImageSite.hash(site.files["/a.png"])).png"
        for list in ["", "messages"] {
            let places = list.isEmpty ? #""html": ["html"]"# : #""html": [".messages[].html"]"#
            let path = list.isEmpty ? option : option.replacing(".kind", with: ".messages[].kind")
            let outcome = try await run(
                [record(list, text, "<img src='https://x.example/a.png'>")], site, in: folder, places: places, more: path)
            #expect(outcome.records == [record(list, expected, #"<img src=\"\#(file)\" width=\"1\" height=\"1\">"#)])
        }
    }

    @Test("fetches the images of Markdown") func markdown() async throws {
        let site = ImageSite(["/a.png": ImageExample.png(1, 1)])
        let folder = try ScratchFolder()
        let file = "images/a-\(ImageSite.hash(site.files["/a.png"])).png"
        // HTML cannot carry all of this through a tree and back.
        let text = """
            ---
            title: T
            ---
            > [!NOTE]
            > A *b* with __two__ spaces  and ![A *b*]( <IMAGE> "t" ).

            <details><summary>S</summary>

            * <kbd>K</kbd> <!-- c -->
            + ![x][r] `![y](IMAGE)`

            </details>

            ```js {1,3} title="a.js"
            <img src="IMAGE">
            ```
            <Figure src="IMAGE" caption="C"/>
            <Card href='/no' title="x"/>
            <img srcset="IMAGE 1x, other 2x" src='IMAGE' width=9>

            [r]:   IMAGE   'T'
            """
        let code = "`![y](IMAGE)`"
        func record(_ image: String) throws -> String {
            let kept = text.replacing(code, with: "CODE").replacing("<img src=\"IMAGE\">", with: "FENCED")
            let html = kept.replacing("IMAGE", with: image).replacing("CODE", with: code).replacing("FENCED", with: "<img src=\"IMAGE\">")
            return JSONValue.object(JSONObject([("html", .string(html))])).compactText
        }
        let outcome = try await run([record("https://x.example/a.png")], site, in: folder, more: #", "format": "markdown""#)
        #expect(try outcome.records == [record(file)], "\(outcome.records)")
        let list = try record("https://x.example/a.png")
        let inList = try await run(
            ["{\"messages\":[\(list)]}"], site, in: folder, places: #""html": [".messages[].html"]"#, more: #", "format": "markdown""#)
        #expect(try inList.records == ["{\"messages\":[\(record(file))]}"], "\(inList.records)")
    }

    @Test("fails records with relative addresses where files are required and no URL is known") func requiredRelative() async throws {
        let site = ImageSite([:])
        let folder = try ScratchFolder()
        let record = #"{"html":"<img src=\"/media/1/a.png\">"}"#
        let outcome = try await run([record], site, in: folder, required: true)
        #expect(
            outcome.rejects == ["/media/1/a.png: the address is relative, the record came from no URL, and \"base\" names none"])
        #expect(outcome.notes.contains { $0.contains("1 missing") })
        let left = try await run([record], site, in: folder, more: #", "base": """#, required: true)
        #expect(left.records == [record])
        #expect(left.warnings == [])
    }

    @Test("reaches no private host by a relative address") func privateRelative() async throws {
        let site = ImageSite(["/a.png": ImageExample.png(1, 1)])
        let folder = try ScratchFolder()
        let record = #"{"html":"<img src=\"/a.png\"><img src=\"//127.0.0.1/b.png\">"}"#
        let outcome = try await run([record], site, in: folder, base: try BaseAddress("http://192.168.1.1/x"))
        #expect(site.requests.isEmpty)
        #expect(outcome.warnings.count == 2, "\(outcome.warnings)")
    }

    @Test("asks in the next run whether a file has changed, and writes only what is new") func secondRun() async throws {
        let site = ImageSite(["/a.png": ImageExample.png(1, 1), "/b.png": ImageExample.png(2, 2)])
        let records = [#"{"html":"<img src=\"https://x.example/a.png\"><img src=\"https://x.example/b.png\">"}"#]
        let folder = try ScratchFolder()
        let first = try await run(records, site, in: folder)
        let before = try folder.stamps()
        let second = try await run(records, site, in: folder)
        #expect(first.records == second.records)
        #expect(try folder.stamps() == before)
        #expect(site.statuses == [200, 200, 304, 304])
        site.change("/b.png", to: ImageExample.png(3, 3))
        let third = try await run(records, site, in: folder)
        #expect(site.statuses.suffix(2).sorted() == [200, 304])
        #expect(third.records != second.records)
        #expect(try folder.names("images").count == 3)
        // A file that was removed is fetched again.
        try FileManager.default.removeItem(
            atPath: "\(folder.path)/images/\(AssetName.name(stem: "a", sha256: ImageSite.hash(ImageExample.png(1, 1)), kind: .png))")
        _ = try await run(records, site, in: folder)
        #expect(site.statuses.suffix(2).sorted() == [200, 304])
    }

    @Test(
        "keeps the address of a file that is no image or too long, and says why",
        arguments: [
            ("<!doctype html>", "expected an image (png, jpeg, gif, webp, avif), found an HTML page"),
            ("<svg onload=alert(1)>", "expected an image (png, jpeg, gif, webp, avif), found an SVG image, which can contain scripts"),
            ("GIF89a" + String(repeating: "x", count: 2000), "the file is longer than the limit of 1000 bytes"),
        ])
    func faults(body: String, words: String) async throws {
        let site = ImageSite(["/a.png": Array(body.utf8)])
        let record = #"{"html":"<img src=\"https://x.example/a.png\">"}"#
        let folder = try ScratchFolder()
        let outcome = try await run([record], site, in: folder, more: #", "limits": {"max_response_bytes": 1000}"#)
        #expect(outcome.records == [record])
        #expect(
            outcome.warnings == [
                "assets: 1 file of x.example missing, and the content keeps the address: \(words): https://x.example/a.png"
            ])
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/images"))
        let failed = try await run([record], site, in: folder, more: #", "required": true, "limits": {"max_response_bytes": 1000}"#)
        #expect(failed.records == [])
        #expect(failed.rejects == ["https://x.example/a.png: \(words)"])
        #expect(failed.warnings == ["assets: 1 file of x.example missing, and the record fails: \(words): https://x.example/a.png"])
    }

    @Test("takes no more files of a record and of a run than the limits say, in one warning each") func limits() async throws {
        let site = ImageSite([:])
        let images = (0..<100_000).map { #"<img src='https://x.example/\#($0).png'>"# }.joined()
        let record = JSONValue.object(JSONObject([("html", .string(images))])).compactText
        let folder = try ScratchFolder()
        let outcome = try await run(
            [record], site, in: folder, more: #", "limits": {"max_record_files": 7, "max_files": 5}, "concurrency": 1"#)
        #expect(outcome.records.count == 1)
        #expect(site.asked.count == 5)
        #expect(
            outcome.warnings == [
                "assets: 99993 files missing, and the content keeps the address: limits.max_record_files allows 7 files in a record",
                "assets: 5 files of x.example missing, and the content keeps the address: the server answered 404; the first: https://x.example/0.png",
                "assets: 2 files of x.example missing, and the content keeps the address: limits.max_files allows 5 files in a run; the first: https://x.example/5.png",
            ])
    }

    @Test("writes data: URLs out, and takes cid: from the attachments beside the HTML") func embedded() async throws {
        let site = ImageSite(["/logo": ImageExample.png(5, 6)])
        let record = #"""
            {"messages":[{"body":"<img src=\"cid:logo@1\"><img src=\"cid:none\">","attachments":[{"metadata":{"cid":"<logo@1>"},"url":"https://x.example/logo"}]},{"body":"<img src=\"data:image/gif;base64,R0lGODlhAQACAA==\">"},{"body":null},{"body":"a < b"}]}
            """#
        let folder = try ScratchFolder()
        let outcome = try await run([record], site, in: folder, places: #""html": [".messages[].body"]"#)
        let gif = Array("GIF89a".utf8) + [1, 0, 2, 0]
        let logo = "images/logo-\(ImageSite.hash(ImageExample.png(5, 6))).png"
        let expected = #"""
            {"messages":[{"body":"<img src=\"\#(logo)\" width=\"5\" height=\"6\"><img src=\"cid:none\">","attachments":[{"metadata":{"cid":"<logo@1>"},"url":"https://x.example/logo"}]},{"body":"<img src=\"images/image-\#(ImageSite.hash(gif)).gif\" width=\"1\" height=\"2\">"},{"body":null},{"body":"a < b"}]}
            """#
        #expect(outcome.records == [expected])
        #expect(outcome.warnings.count == 1)
        #expect(outcome.warnings.allSatisfy { $0.hasSuffix(": the record has no attachment with this content ID: cid:none") })
    }

    @Test("gives the same records and files at every concurrency", arguments: [1, 4, 32]) func order(concurrency: Int) async throws {
        var files: [String: [UInt8]] = [:]
        for number in 1...40 { files["/\(number).png"] = ImageExample.png(number, number) }
        let site = ImageSite(files)
        let records = (0..<300).map { #"{"n":\#($0),"html":"<img src=\"https://x.example/\#($0 % 43).png\">"}"# }
        let folder = try ScratchFolder()
        let outcome = try await run(
            records, site, in: folder, more: #", "concurrency": \#(concurrency), "rate": {"concurrency": 64}, "retry": {"max_attempts": 1}"#
        )
        let expected = (0..<300).map { index in
            let number = index % 43
            guard (1...40).contains(number) else { return records[index] }
            let name = "images/\(number)-\(ImageSite.hash(ImageExample.png(number, number))).png"
            return #"{"n":\#(index),"html":"<img src=\"\#(name)\" width=\"\#(number)\" height=\"\#(number)\">"}"#
        }
        #expect(outcome.records == expected)
        #expect(site.asked.count == 43)
        #expect(try folder.names("images").count == 40)
    }

    @Test("has a name for each of two addresses with one stem, and one file for equal content with one stem") func collisions() async throws
    {
        let site = ImageSite(["/a/x.png": ImageExample.png(1, 1), "/b/x.png": ImageExample.png(2, 2), "/c/X.PNG": ImageExample.png(1, 1)])
        let record = #"{"hero":["https://x.example/a/x.png","https://x.example/b/x.png","https://x.example/c/X.PNG"]}"#
        let folder = try ScratchFolder()
        let outcome = try await run([record], site, in: folder, places: #""fields": [".hero[]"]"#)
        let names = [1, 2, 1].map { "images/x-\(ImageSite.hash(ImageExample.png($0, $0))).png" }
        #expect(outcome.records == [#"{"hero":["\#(names[0])","\#(names[1])","\#(names[2])"]}"#])
        #expect(try folder.names("images").count == 2)
    }

    @Test("sends credentials only to the hosts that it allows, and marks requests as guarded") func credentials() async throws {
        let site = ImageSite(["/a.png": ImageExample.png(1, 1)])
        let record =
            #"{"html":"<img src=\"https://x.example/a.png\"><img src=\"https://evil.example/a.png\"><img src=\"http://x.example/a.png\">"}"#
        let folder = try ScratchFolder()
        _ = try await run(
            [record], site, in: folder,
            more: #", "auth": {"type": "bearer", "token": "secret"}, "headers": {"X-Token": "hidden"}, "allow_hosts": ["x.example"]"#)
        let sent = site.requests.map { "\($0.address.text) \($0.credentials.count) \($0.isGuarded)" }.sorted()
        #expect(sent == ["http://x.example/a.png 0 true", "https://evil.example/a.png 0 true", "https://x.example/a.png 2 true"])
        let fault = #expect(throws: PipelineFileError.self) {
            try AssetsStage(json: #"{"fields": ["a"], "folder": "f", "link_as": "x", "auth": {"type": "bearer", "token": "t"}}"#)
        }
        #expect("\(try #require(fault))".contains("\"allow_hosts\" must say which of them get the credentials"))
    }

    @Test("leaves the old files and index as they are if the run fails") func failure() async throws {
        let site = ImageSite(["/a.png": ImageExample.png(1, 1)])
        let folder = try ScratchFolder()
        let outcome = try await run(
            [#"{"html":"<img src=\"https://x.example/a.png\">"}"#, #"{"html":3}"#], site, in: folder, onError: .fail)
        #expect(outcome.code != 0)
        #expect(try folder.names() == [])
        // A file at the place of the index that is none belongs to the user.
        try Data("mine".utf8).write(to: folder.url.appendingPathComponent(".images.assets.jsonl"))
        #expect(try await run([], site, in: folder).code == 73)
    }

    private func run(
        _ records: [String], _ site: ImageSite, in folder: borrowing ScratchFolder,
        places: String = #""html": ["html"], "fields": ["hero"]"#, more: String = "", onError: OnError = .reject,
        base: BaseAddress = BaseAddress(), required: Bool = false
    ) async throws -> AssetsRun {
        let more = more + (required ? #", "required": true"# : "")
        return try await AssetsRun(records, site, in: folder, places: places, more: more, onError: onError, base: base)
    }
}

extension ScratchFolder {
    /// The paths of all files with the times of their last change.
    func stamps() throws -> [String: Date] {
        var stamps: [String: Date] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
            if attributes[.type] as? FileAttributeType == .typeRegular { stamps[name] = attributes[.modificationDate] as? Date }
        }
        return stamps
    }
}
