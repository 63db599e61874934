import Foundation
import ImageHeaders
import JSONParsing
import Pipeline
import SourcesLocal
import TestSupport
import Testing

@testable import Assets

@Suite("Kinds of files that the stage assets fetches") struct AssetKindTests {
    static let formats: [(bytes: [UInt8], ending: String, found: String?)] = [
        (Array("%PDF-1.7".utf8), "", "pdf pdf"), (Array("ID3\u{3}".utf8), "", "audio mp3"), ([0xFF, 0xFB, 0x90, 0x64], "", "audio mp3"),
        ([0xFF, 0xF1, 0x50, 0x80], "", "audio aac"), (Array("OggS".utf8), "oga", "audio ogg"), (Array("OggS".utf8), "ogv", "video ogv"),
        (Array("fLaC".utf8), "", "audio flac"), (Array("RIFF1234WAVE".utf8), "", "audio wav"),
        (Array("1234ftypM4A ".utf8), "", "audio m4a"),
        (Array("1234ftypisom".utf8), "mp4", "video mp4"), (Array("1234ftypqt  ".utf8), "", "video mov"),
        ([0x1A, 0x45, 0xDF, 0xA3], "webm", "video webm"), (Array("PK\u{3}\u{4}".utf8), "docx", "document docx"),
        (Array("PK\u{3}\u{4}".utf8), "docm", nil), (Array("PK\u{3}\u{4}".utf8), "zip", nil),
        ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], "xls", "document xls"), (Array("<!doctype html>".utf8), "pdf", nil),
        (Array("MZ".utf8), "pdf", nil), ([], "mp3", nil), (Array("<svg/>".utf8), "svg", nil), ([0xFF, 0xFE, 0x41, 0x00], "mp3", nil),
    ]

    @Test("are recognised by their first bytes") func recognised() {
        for (bytes, ending, found) in Self.formats {
            let format = AssetFormat(bytes, ending: ending)
            #expect(format.map { "\($0.kind.rawValue) \($0.fileExtension)" } == found, "\(bytes) \(ending)")
            if let format {
                #expect(AssetFormat.extensions.contains(format.fileExtension) && AssetKind(ending: format.fileExtension) == format.kind)
            }
        }
    }

    @Test(
        "are guessed by the endings of addresses",
        arguments: [
            ("/a/doc.PDF?x=1#y", "pdf"), ("song.mp3", "audio"), ("https://x.example/a.tar.gz", nil), ("https://x.example", nil),
            ("/wiki/File:A.jpg", "image"),
            ("a.html", nil), ("/a.pdf/", nil), ("?file=a.pdf", nil), (".svg", "svg"),
        ] as [(String, String?)])
    func guessed(address: String, kind: String?) {
        #expect(AssetKind(ending: AssetKind.ending(of: address))?.rawValue == kind)
    }

    static let harmless = [
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><circle r='3' fill=\"url(#a)\"/></svg>",
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- drawn by hand --><svg><title>A &amp; B</title><use xlink:href=\"#a\"/></svg>",
        "<svg><style><![CDATA[.a { fill: #f00 }]]></style><path class=\"a\" d=\"M0,0\"/></svg>",
    ]
    static let harmful = [
        "<svg><script>alert(1)</script></svg>", "<svg onload=\"alert(1)\"/>", "<svg><a href=\"javascript:alert(1)\"/></svg>",
        "<svg><image href=\"https://t.example/p.png\"/></svg>", "<svg><use href=\"https://t.example/a.svg#b\"/></svg>",
        "<svg><foreignObject><b/></foreignObject></svg>", "<!DOCTYPE svg [<!ENTITY a \"<script/>\">]><svg>&a;</svg>",
        "<svg><set attributeName=\"onclick\" to=\"x\"/></svg>", "<svg xmlns:h=\"http://www.w3.org/1999/xhtml\"><h:script/></svg>",
        "<svg><style>@import 'https://t.example/a.css'</style></svg>", "<svg><rect fill=\"url(https://t.example/a)\"/></svg>",
        "<svg><rect style=\"fill:u&#114;l(https://t.example/a)\"/></svg>", "<?xml version=\"1.0\" encoding=\"UTF-7\"?><svg/>",
        "<?xml-stylesheet href=\"a.css\"?><svg/>", "<svg><rect fill=\"url( 'https://t.example' )\"/></svg>", "<svg", "<svg a=b/>",
        "<svg><g <script>/></svg>",
        "<html><svg/></html>", "<svg xmlns=\"http://www.w3.org/1999/xhtml\"><style/></svg>", "<svg><rect fill=\"\\75rl(x)\"/></svg>",
    ]

    @Test("take an SVG image only if it runs nothing and fetches nothing") func drawings() {
        for text in Self.harmless { #expect(HarmlessSVG.accepts(Array(text.utf8)), "\(text)") }
        for text in Self.harmful { #expect(!HarmlessSVG.accepts(Array(text.utf8)), "\(text)") }
        #expect(!HarmlessSVG.accepts([0x3C, 0xFF]))
        let deep = String(repeating: "<g>", count: 200_000)
        #expect(HarmlessSVG.accepts(Array("<svg>\(deep)</svg>".utf8)))
        #expect(!HarmlessSVG.accepts(Array("<svg>\(String(repeating: "<!--", count: 200_000))".utf8)))
    }

    @Test("are the full-size image behind a thumbnail, and no other links") func thumbnails() async throws {
        let site = ImageSite([
            "/full.png": ImageExample.png(90, 60), "/thumb.png": ImageExample.png(9, 6), "/page.png": Array("<!doctype html>".utf8),
        ])
        let record = #"""
            {"html":"<a href=\"https://x.example/full.png\"><b><img src=\"https://x.example/thumb.png\" alt=\"\"></b></a><a href=\"https://x.example/full2.png\">text</a><a href=\"https://x.example/doc.pdf\">pdf</a><a href=\"https://x.example/page.png\"><img src=\"https://x.example/thumb.png\"></a><i style=\"background:url(https://x.example/b.png)\"></i>"}
            """#
        let folder = try ScratchFolder()
        let outcome = try await AssetsRun([record], site, in: folder)
        let full = "images/full-\(ImageSite.hash(site.files["/full.png"])).png"
        let thumb = "images/thumb-\(ImageSite.hash(site.files["/thumb.png"])).png"
        let html = try #require(outcome.records.first)
        #expect(html.contains(#"<a href=\"\#(full)\"><b><img src=\"\#(thumb)\" alt=\"\" width"#), "\(html)")
        #expect(html.contains(#"<a href=\"https://x.example/page.png\"><img src=\"\#(thumb)\""#), "\(html)")
        #expect(site.asked.sorted() == ["/full.png", "/page.png", "/thumb.png"])
        #expect(outcome.warnings == [])
        #expect(
            outcome.notes.contains { $0.contains("1 link to pages left, 3 addresses of other files left (image: 2, pdf: 1)") },
            "\(outcome.notes)")
        let required = try await AssetsRun([record], site, in: folder, more: #", "required": true"#)
        #expect(required.rejects == [])
    }

    @Test(
        "of the reported case are fetched, refused with a reason, or counted",
        .needs(SharedData.exists("cases/html/cases/assets.jsonl"), "needs the shared test data"))
    func reported() async throws {
        let names = ["pier.png", "hull.png", "crew.png", "im%20age%20%C3%BC.png", "noext", "map.png", "logo.png", "pier-300x200.png"]
        let images = names.enumerated().map { ("/wp-content/uploads/2026/05/\($1)", ImageExample.png($0 + 1, 1)) }
        var files = Dictionary(uniqueKeysWithValues: images)
        files["/wp-content/uploads/2026/05/logo.svg"] = Array(Self.harmful[0].utf8)
        let site = ImageSite(files)
        let text = String(decoding: try SharedData.read("cases/html/cases/assets.jsonl"), as: UTF8.self).trimmingCharacters(in: .newlines)
        let record = try JSONValue(parsing: Array(text.utf8))
        let base = try BaseAddress(try #require(record.member("link")?.string))
        let folder = try ScratchFolder()
        let outcome = try await AssetsRun([text], site, in: folder, more: #", "allow_private_hosts": true"#, base: base)
        let asked = Set(site.asked.map { String($0.split(separator: "/").last ?? "") })
        #expect(asked == Set(names + ["logo.svg"]), "\(site.asked)")
        let html = try #require(outcome.records.first)
        for (path, alternative) in [("pier", "proto"), ("map", "lazy"), ("pier-300x200", "thumb"), ("noext", "noext"), ("logo", "pic")] {
            #expect(html.contains("src=\\\"images/\(path)-") && html.contains("alt=\\\"\(alternative)\\\""), "\(path)")
        }
        #expect(html.contains("<a href=\\\"images/pier-"))
        #expect(!html.contains("data:image/gif"))
        #expect(
            outcome.warnings.count == 1 && outcome.warnings[0].contains("an SVG image, which can contain scripts"), "\(outcome.warnings)")
        #expect(outcome.notes.contains { $0.hasSuffix("3 addresses of other files left (image: 1, pdf: 1, video: 1)") }, "\(outcome.notes)")
    }

    @Test(
        "of the reported lazy image are that of data-src, and not the placeholder",
        .needs(SharedData.exists("cases/html/in/41-lazy-assets.jsonl"), "needs the shared test data"))
    func reportedLazy() async throws {
        let site = ImageSite(["/map.png": ImageExample.png(3, 4)])
        let text = String(decoding: try SharedData.read("cases/html/in/41-lazy-assets.jsonl"), as: UTF8.self).trimmingCharacters(
            in: .newlines)
        let folder = try ScratchFolder()
        let outcome = try await AssetsRun([text], site, in: folder)
        #expect(
            outcome.records == [
                #"{"html":"<p>See <img src=\"images/map-\#(ImageSite.hash(site.files["/map.png"])).png\" alt=\"Map of piers\" width=\"3\" height=\"4\"></p>"}"#
            ])
        #expect(try folder.names("images").count == 1)
    }

    @Test("are those that the option names") func named() async throws {
        let svg = Array(Self.harmless[0].utf8)
        let site = ImageSite([
            "/doc.pdf": Array("%PDF-1.7".utf8), "/s.mp3": Array("ID3".utf8), "/a.svg": svg, "/bad.svg": Array(Self.harmful[0].utf8),
            "/v.mp4": [],
        ])
        let record = #"""
            {"html":"<a href=\"https://x.example/doc.pdf\">d</a><audio src=\"https://x.example/s.mp3\"></audio><img src=\"https://x.example/a.svg\"><img src=\"https://x.example/bad.svg\"><video src=\"https://x.example/v.mp4\"></video>"}
            """#
        let folder = try ScratchFolder()
        let outcome = try await AssetsRun([record], site, in: folder, more: #", "kinds": ["image", "svg", "pdf", "audio"]"#)
        #expect(try folder.names("images").map { String($0.suffix(4)) }.sorted() == [".mp3", ".pdf", ".svg"])
        #expect(outcome.warnings.count == 1)
        #expect(
            outcome.warnings.allSatisfy {
                $0.contains("an SVG image with parts that may run or fetch something: https://x.example/bad.svg")
            })
        #expect(outcome.notes.contains { $0.contains("1 address of other files left (video: 1)") }, "\(outcome.notes)")
        // A later run without the kind points at no such file.
        let later = try await AssetsRun([record], site, in: folder)
        #expect(later.records.first?.contains(".svg\\\"") == true && later.records.first?.contains("images/a-") == false)
        let fault = #expect(throws: PipelineFileError.self) {
            try AssetsStage(json: #"{"fields": ["a"], "folder": "f", "link_as": "{{.name}}", "kinds": ["pfd"]}"#)
        }
        #expect("\(try #require(fault))".contains(#"did you mean "pdf""#))
    }

    @Test("are in a folder for each record, if it is a template") func folders() async throws {
        let site = ImageSite(["/a.png": ImageExample.png(1, 1), "/b.png": ImageExample.png(2, 2)])
        let records = ["one", "Two & three", "../../etc", "a/../../b", "", "con"].map { slug in
            #"{"slug":"\#(slug)","html":"<img src=\"https://x.example/a.png\"><img src=\"https://x.example/b.png\">"}"#
        }
        let folder = try ScratchFolder()
        let a = "a-\(ImageSite.hash(site.files["/a.png"])).png"
        for statuses in [[200, 200], [304, 304]] {
            let before = site.statuses.count
            let outcome = try await AssetsRun(
                records, site, in: folder, more: "", folder: "images/{{.slug}}", link: "img/{{.folder}}/{{.name}}")
            #expect(Array(site.statuses[before...]) == statuses)
            #expect(outcome.records.count == 3)
            #expect(outcome.rejects.count == 3, "\(outcome.rejects)")
            #expect(outcome.records.contains { $0.contains("img/Two%20%26%20three/\(a)") }, "\(outcome.records)")
            #expect(try folder.names("images").sorted() == ["Two & three", "_con", "one"])
            for name in ["one", "Two & three", "_con"] { #expect(try folder.names("images/\(name)").count == 2) }
            #expect(try folder.names().sorted() == [".images.assets.jsonl", "images"])
        }
        let fault = #expect(throws: PipelineFileError.self) {
            try AssetsStage(json: #"{"fields": ["a"], "folder": "f/{{.id}}", "link_as": "{{.name}}"}"#)
        }
        #expect("\(try #require(fault))".contains("expected a template with {{.folder}}"))
    }
}
