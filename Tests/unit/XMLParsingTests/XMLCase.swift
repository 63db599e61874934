import HTMLParsing
import Testing
import XMLParsing

/// A document with what a reader makes of it: its events as text, or its error.
struct XMLCase: CustomTestStringConvertible, Sendable {
    let name: String
    let document: [UInt8]
    let expected: String

    init(_ name: String, _ document: String, _ expected: String) {
        self.init(name, bytes: Array(document.utf8), expected)
    }

    init(_ name: String, bytes: [UInt8], _ expected: String) {
        self.name = name
        document = bytes
        self.expected = expected
    }

    var testDescription: String { name }

    /// Reads the document whole, cut in two at every byte, and in single bytes.
    func check(limits: XMLLimits = .standard, encoding: HTMLEncoding? = nil, mending: XMLMending = []) {
        let halves = document.indices.map { [Array(document[..<$0]), Array(document[$0...])] }
        for (number, chunks) in ([[document]] + halves + [document.map { [$0] }]).enumerated() {
            let found = EventRecorder.read(chunks, limits: limits, encoding: encoding, mending: mending)
            #expect(found == expected, "cut \(number)")
            if found != expected { return }
        }
    }
}

/// Writes events as text: `<name attribute="value">` with namespaces in braces, text as it is, and `</>`. Attributes that declare namespaces
/// are left out.
struct EventRecorder: XMLSink {
    private(set) var events = ""

    /// The events of a document, behind the place of the first fault that was mended; the place and message of its error, if it has one.
    static func read(
        _ chunks: [[UInt8]], limits: XMLLimits = .standard, encoding: HTMLEncoding? = nil, mending: XMLMending = []
    ) -> String {
        var reader = XMLReader(limits: limits, encoding: encoding, mending: mending)
        var recorder = EventRecorder()
        do throws(XMLError) {
            for chunk in chunks { try reader.feed(chunk.span, into: &recorder) }
            try reader.finish(into: &recorder)
            return (reader.firstMend.map { "\($0.position.line):\($0.position.column) " } ?? "") + recorder.events
        } catch { return error.description }
    }

    mutating func startElement(_ tag: XMLStartTag) {
        events += "<\(Self.shown(tag.name))"
        for attribute in tag.attributes where attribute.name.namespace != "http://www.w3.org/2000/xmlns/" {
            events += " \(Self.shown(attribute.name))=\"\(attribute.value)\""
        }
        events += ">"
    }

    mutating func text(_ text: Span<UInt8>) {
        events += String(decoding: text.indices.map { text[$0] }, as: UTF8.self)
    }

    mutating func endElement() { events += "</>" }

    private static func shown(_ name: XMLName) -> String {
        (name.prefix.isEmpty ? "" : name.prefix + ":") + (name.namespace.isEmpty ? "" : "{\(name.namespace)}") + name.local
    }
}
