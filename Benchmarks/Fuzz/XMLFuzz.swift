// Built by Benchmarks/fuzz; see Benchmarks/README.md.
import Foundation

@testable import HTMLParsing
@testable import XMLParsing

// From libexpat: the parser that says whether a document is well-formed.
@_silgen_name("XML_ParserCreate_MM")
private func expatParser(_ encoding: UnsafePointer<CChar>?, _ memory: OpaquePointer?, _ separator: UnsafePointer<CChar>?) -> OpaquePointer?
@_silgen_name("XML_Parse")
private func expatParse(_ parser: OpaquePointer, _ bytes: UnsafePointer<UInt8>, _ count: Int32, _ isFinal: Int32) -> Int32
@_silgen_name("XML_ParserFree")
private func expatFree(_ parser: OpaquePointer)

/// Whether expat reads the document to its end, with namespaces.
private func isWellFormed(_ bytes: [UInt8]) -> Bool {
    let separator: [CChar] = [1, 0]
    guard let parser = expatParser(nil, nil, separator) else { return false }
    defer { expatFree(parser) }
    return bytes.withUnsafeBufferPointer { buffer in
        var empty: UInt8 = 0
        return withUnsafePointer(to: &empty) { expatParse(parser, buffer.baseAddress ?? $0, Int32(buffer.count), 1) == 1 }
    }
}

/// Collects the events as text; neighbouring texts become one.
private struct Events: XMLSink {
    var text = ""

    mutating func startElement(_ tag: XMLStartTag) {
        text += "<\(tag.name.written) \(tag.name.namespace)"
        for attribute in tag.attributes { text += " \(attribute.name.written)='\(attribute.value)'" }
        text += " at \(tag.position.line):\(tag.position.column)>"
    }

    mutating func text(_ bytes: Span<UInt8>) { text += String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }

    mutating func endElement() { text += "</>" }
}

private let limits = XMLLimits(maxDepth: 32, maxAttributes: 16, maxNameBytes: 64, maxTagBytes: 1024, maxElementBytes: 4096)

/// What a reader makes of a document.
private struct Outcome {
    /// The events up to the error.
    let events: String
    let error: XMLError?
    /// The first fault that was mended.
    let mend: XMLError?
}

private func read(_ chunks: [ArraySlice<UInt8>], _ limits: XMLLimits, _ mending: XMLMending) -> Outcome {
    var reader = XMLReader(limits: limits, mending: mending)
    var events = Events()
    do throws(XMLError) {
        for chunk in chunks { try reader.feed(Array(chunk).span, into: &events) }
        try reader.finish(into: &events)
        return Outcome(events: events.text, error: nil, mend: reader.firstMend)
    } catch { return Outcome(events: events.text, error: error, mend: reader.firstMend) }
}

/// Checks that cuts change nothing.
///
/// - Returns: What the reader makes of the document.
private func readCut(_ bytes: [UInt8], at cut: Int, _ limits: XMLLimits, _ mending: XMLMending) -> Outcome {
    let whole = read([bytes[...]], limits, mending)
    for chunks in [[bytes[..<cut], bytes[cut...]], bytes.indices.map { bytes[$0...$0] }] {
        let other = read(chunks, limits, mending)
        check(
            other.error == whole.error, "cut at \(cut): \(String(describing: other.error)) instead of \(String(describing: whole.error))")
        if whole.error != nil { continue }
        check(other.events == whole.events, "cut at \(cut): \(other.events) instead of \(whole.events)")
        check(other.mend == whole.mend, "cut at \(cut): \(String(describing: other.mend)) instead of \(String(describing: whole.mend))")
    }
    return whole
}

/// Checks that mending changes no well-formed document, and that the first fault is the one that ends a strict reading.
private func checkMended(_ mended: Outcome, _ strict: Outcome, _ bytes: [UInt8]) {
    guard let error = strict.error else {
        check(mended.error == nil && mended.mend == nil && mended.events == strict.events, "a well-formed document was mended")
        return
    }
    // A control character in a reference, and white space at the start, are mended and hide what would be wrong without them.
    let hidesFaults = bytes.contains { $0 < 0x20 && !$0.isFoldedSpace } || error.message.contains("XML declaration at the start")
    if mended.error == nil, !hidesFaults {
        check(mended.mend == error, "\(String(describing: mended.mend)) was mended instead of \(error)")
    }
}

/// Whether expat and the reader have the same rules for a document: no document type, no declared encoding and version, and names of the
/// fourth edition.
private func hasSameRules(_ bytes: [UInt8]) -> Bool {
    guard bytes.allSatisfy({ $0 < 0x80 }), bytes.first.map({ $0 != 0 }) == true else { return false }
    let text = String(decoding: bytes, as: UTF8.self)
    return !text.contains("<!D") && !text.contains("encoding") && !text.contains("version")
}

/// The entry point of libFuzzer. The first byte chooses the cut.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    guard count >= 1 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    for limits in [limits, .standard] {
        let cut = bytes.isEmpty ? 0 : Int(start[0]) % (bytes.count + 1)
        let whole = readCut(bytes, at: cut, limits, [])
        checkMended(readCut(bytes, at: cut, limits, .all), whole, bytes)
        if let error = whole.error { check(!error.description.isEmpty && error.position.line >= 1, "no message") }
        if limits == .standard, hasSameRules(bytes) {
            check((whole.error == nil) == isWellFormed(bytes), "expat says something else: \(String(describing: whole.error))")
        }
    }
    guard let path = XMLPath("/*/*") else { fatalError("no path") }
    var reader = XMLElementReader(paths: [path], limits: limits)
    var found: [XMLFoundElement] = []
    do throws(XMLError) {
        try reader.feed(bytes.span, into: &found)
        try reader.finish(into: &found)
    } catch {}
    return 0
}
