import ImageHeaders
import Testing
@testable import Assets

/// A small image, or the beginning of one.
struct ImageExample: CustomTestStringConvertible {
    let name: String
    let kind: ImageKind
    let bytes: [UInt8]
    let size: [Int]
    var testDescription: String { name }

    static func big(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    static func png(_ width: Int, _ height: Int) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + big(13, 4) + Array("IHDR".utf8) + big(width, 4) + big(height, 4) + [
            8, 2, 0, 0, 0,
        ]
            + big(0, 4)
    }

    static func jpeg(_ width: Int, _ height: Int, orientation: Int? = nil) -> [UInt8] {
        var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]
        if let orientation {
            let tiff =
                Array("MM".utf8) + [0, 42] + big(8, 4) + [0, 1, 1, 0x12, 0, 3] + big(1, 4) + [0, UInt8(orientation), 0, 0] + big(0, 4)
            bytes += [0xFF, 0xE1] + big(2 + 6 + tiff.count, 2) + Array("Exif\0\0".utf8) + tiff
        }
        return bytes + [0xFF, 0xFF, 0xC4, 0, 3, 0] + [0xFF, 0xC2, 0, 17, 8] + big(height, 2) + big(width, 2) + [3]
    }

    static func box(_ name: String, _ content: [UInt8]) -> [UInt8] { big(8 + content.count, 4) + Array(name.utf8) + content }

    static func avif(_ properties: [UInt8]) -> [UInt8] {
        box("ftyp", Array("mif1".utf8) + big(0, 4) + Array("avif".utf8))
            + box("meta", big(0, 4) + box("hdlr", []) + box("iprp", box("ipco", properties)))
    }

    static func ispe(_ width: Int, _ height: Int) -> [UInt8] { box("ispe", big(0, 4) + big(width, 4) + big(height, 4)) }

    static func webp(_ chunk: String, _ content: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP\(chunk)".utf8) + [10, 0, 0, 0] + content
    }

    static let all = [
        ImageExample(name: "PNG", kind: .png, bytes: png(640, 480), size: [640, 480]),
        ImageExample(name: "GIF", kind: .gif, bytes: Array("GIF89a".utf8) + [0x2C, 0x01, 0x0A, 0x00, 0], size: [300, 10]),
        ImageExample(name: "JPEG", kind: .jpeg, bytes: jpeg(1000, 750), size: [1000, 750]),
        ImageExample(name: "JPEG on its side", kind: .jpeg, bytes: jpeg(1000, 750, orientation: 6), size: [750, 1000]),
        ImageExample(name: "JPEG upside down", kind: .jpeg, bytes: jpeg(1000, 750, orientation: 3), size: [1000, 750]),
        ImageExample(
            name: "WebP, lossy", kind: .webp, bytes: webp("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 0x90, 0x01, 0x2C, 0x41]), size: [400, 300]),
        ImageExample(name: "WebP, lossless", kind: .webp, bytes: webp("VP8L", [0x2F, 0x8F, 0xC1, 0x4A, 0x00]), size: [400, 300]),
        ImageExample(name: "WebP, extended", kind: .webp, bytes: webp("VP8X", [0, 0, 0, 0, 0x8F, 1, 0, 0x2B, 1, 0]), size: [400, 300]),
        ImageExample(name: "AVIF", kind: .avif, bytes: avif(ispe(160, 90) + ispe(1600, 900)), size: [1600, 900]),
        ImageExample(name: "AVIF on its side", kind: .avif, bytes: avif(ispe(1600, 900) + box("irot", [1])), size: [900, 1600]),
    ]
}

@Suite("The header of an image") struct ImageHeaderTests {
    @Test("tells its kind and its size", arguments: ImageExample.all) func sizes(_ example: ImageExample) throws {
        #expect(ImageKind(example.bytes) == example.kind)
        let size = try #require(ImageSize(head: example.bytes, kind: example.kind))
        #expect([size.width, size.height] == example.size)
    }

    @Test("that is cut anywhere, or damaged, has no size or a true one", arguments: ImageExample.all)
    func damage(_ example: ImageExample) {
        for count in example.bytes.indices {
            let size = ImageSize(head: Array(example.bytes[..<count]), kind: example.kind)
            #expect(size == nil || size.map { [$0.width, $0.height] } == example.size || example.kind == .avif)
            for value: UInt8 in [0, 0x7F, 0xFF] {
                var damaged = example.bytes
                damaged[count] = value
                for kind in ImageKind.allCases { _ = ImageSize(head: damaged, kind: kind) }
            }
        }
    }

    @Test(
        "of another file is no image, whatever its name",
        arguments: [
            ("<!DOCTYPE html><p>", "an HTML page"), (" \n<html>", "an HTML page"),
            ("<svg xmlns='x'><script/></svg>", "an SVG image, which can contain scripts"),
            ("<?xml version='1.0'?><svg/>", "an SVG image, which can contain scripts"), ("%PDF-1.7", "a PDF document"),
            ("{\"error\":1}", "JSON"),
            ("", "nothing"), ("MZ\u{1}", "a file of another kind"), ("<a>", "XML or HTML"),
        ])
    func others(text: String, name: String) {
        #expect(ImageKind(Array(text.utf8)) == nil)
        #expect(ImageKind.name(ofOther: Array(text.utf8)) == name)
    }
}
