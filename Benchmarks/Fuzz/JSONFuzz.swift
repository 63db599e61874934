// Built by Benchmarks/fuzz; see Benchmarks/README.md.
@testable import JSONParsing

/// Collects the items of a reader and checks how each one is written.
private struct Items: JSONItemSink {
    var raw: [[UInt8]] = []
    var texts: [[UInt8]] = []
    var offsets: [Int] = []
    var values: [JSONText] = []

    mutating func receive(_ bytes: Span<UInt8>, layout: inout JSONItemLayout, offset: Int) {
        var buffer: [UInt8] = [0x20]
        let place = layout.append(bytes, to: &buffer)
        let value = JSONText(checked: buffer, at: place)
        var text: [UInt8] = []
        appendWithoutWhitespace(bytes, to: &text)
        check(Array(JSONValue.text(value).compactText.utf8) == text, "writing changes the text of an item")
        check(pretty(.text(value)) == pretty(.text(JSONText(checked: text, range: 0..<text.count))), "white space changes the indented text")
        raw.append(place.range.map { buffer[$0] })
        texts.append(text)
        offsets.append(offset)
        values.append(value)
    }
}

private func pretty(_ value: JSONValue) -> [UInt8] {
    var writer = JSONWriter(indent: 1)
    writer.write(value)
    return writer.bytes
}

private struct Outcome: Equatable {
    var items: [[UInt8]] = []
    var offsets: [Int] = []
    var error: JSONError?
}

private func read(_ bytes: ArraySlice<UInt8>, path: [JSONPathStep], cuts: [Int]) -> (Outcome, Items) {
    var reader = JSONItemReader(path: path, limits: JSONLimits(maxDepth: 64, maxValueBytes: 1 << 16))
    var items = Items()
    var outcome = Outcome()
    do throws(JSONError) {
        var start = bytes.startIndex
        for cut in cuts + [bytes.count] {
            let end = bytes.startIndex + cut
            guard end >= start else { continue }
            try reader.feed(Array(bytes[start..<end]).span, into: &items)
            start = end
        }
        try reader.finish(into: &items)
    } catch {
        outcome.error = error
    }
    outcome.items = items.texts
    outcome.offsets = items.offsets
    return (outcome, items)
}

/// Checks that a resumed reader gives the same result as the first one if `isInSameState(as:)` is true.
private func checkResumed(_ bytes: ArraySlice<UInt8>, path: [JSONPathStep], at cut: Int) {
    var reader = JSONItemReader(path: path, limits: JSONLimits(maxDepth: 64, maxValueBytes: 1 << 16))
    var items = Items()
    guard (try? reader.feed(Array(bytes.prefix(cut)).span, into: &items)) != nil else { return }
    for kind in [JSONItemBoundary.Kind.element, .line] {
        var other = reader.resumed(at: kind, offset: cut)
        guard reader.isInSameState(as: other) else { continue }
        let rest = Array(bytes.dropFirst(cut))
        var expected = (Outcome(), Items()), found = (Outcome(), Items())
        do throws(JSONError) { try reader.feed(rest.span, into: &expected.1) } catch { expected.0.error = error }
        do throws(JSONError) { try other.feed(rest.span, into: &found.1) } catch { found.0.error = error }
        check(expected.0 == found.0 && expected.1.texts == found.1.texts && expected.1.offsets == found.1.offsets, "readers in the same state give different results")
        return
    }
}

/// Decodes all levels of a value; nil if it cannot be decoded (equal keys, half a surrogate pair).
private func rebuilt(_ value: JSONValue) -> JSONValue? {
    guard let decoded = try? value.decoded() else { return nil }
    switch decoded {
    case .array(let elements):
        var all: [JSONValue] = []
        for element in elements {
            guard let inner = rebuilt(element) else { return nil }
            all.append(inner)
        }
        return .array(all)
    case .object(let object):
        var all = JSONObject()
        for member in object {
            guard let inner = rebuilt(member.value) else { return nil }
            all[member.key] = inner
        }
        return .object(all)
    default:
        return decoded
    }
}

/// The result of a member lookup as a comparable text.
private func outcome(_ value: JSONValue, _ key: String) -> String {
    do {
        return try value.member(key)?.compactText ?? "nothing"
    } catch {
        return error.description
    }
}

private func checkMembers(_ indexed: JSONValue, _ plain: JSONValue) {
    for key in ["a", "b", "\u{e9}", "e\u{301}"] {
        check(outcome(indexed, key) == outcome(plain, key), "the index gives another member")
    }
}

/// The entry point of libFuzzer. The first two bytes choose the path and the cuts; the rest is the input. It is read a second time with
/// white space after it, so that small inputs also take the fast path for whole blocks.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard count >= 2, let start else { return 0 }
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    let paths: [[JSONPathStep]] = [[], [.key("a"), .iterate()], [.iterate()], [.key("a"), .iterate(optional: true), .key("b")]]
    let path = paths[Int(input[0] & 3)]
    for bytes in [input[2...], (input[2...] + [UInt8](repeating: 0x20, count: 160))] {
        let (whole, items) = read(bytes, path: path, cuts: [])
        let cut = bytes.isEmpty ? 0 : Int(input[1]) % (bytes.count + 1)
        check(read(bytes, path: path, cuts: [cut]).0 == whole, "a cut at \(cut) changes the result")
        check(read(bytes, path: path, cuts: [cut / 2, cut, min(cut + 7, bytes.count)]).0 == whole, "three cuts change the result")
        checkResumed(bytes, path: path, at: cut)
        if bytes.count <= 400 { check(read(bytes, path: path, cuts: Array(0...bytes.count)).0 == whole, "reading byte by byte changes the result") }
        for (place, text) in whole.items.enumerated() {
            let value = items.values[place]
            guard let plain = try? JSONValue(parsing: items.raw[place], limits: JSONLimits(maxDepth: 64, maxValueBytes: 1 << 16)) else {
                fatalError("an item cannot be parsed again")
            }
            check(Array(plain.compactText.utf8) == text, "writing changes the text of a parsed item")
            let indexed = JSONValue.text(value)
            checkMembers(indexed, plain)
            guard let built = rebuilt(plain) else {
                check(rebuilt(indexed) == nil, "with an index an invalid value is decoded")
                continue
            }
            guard let other = rebuilt(indexed), other.compactText == built.compactText else { fatalError("with an index another value is decoded") }
            guard let again = try? JSONValue(parsing: built.compactText) else { fatalError("the output cannot be parsed") }
            check(rebuilt(again)?.compactText == built.compactText, "writing is not stable")
            check(again == plain, "writing changes the value")
        }
    }
    return 0
}
