// Built by Benchmarks/fuzz; see Benchmarks/README.md.
import HTMLParsing
import JSONParsing
import RichText

/// The letters of all strings that a document has to show: the members `text` and `value` of nodes that the reader takes as text.
private func letters(_ document: HTMLDocument) -> Int {
    document.descendants(of: document.root).reduce(0) { sum, node in
        document.kind(of: node) == .text ? sum + document.text(of: node).unicodeScalars.count : sum
    }
}

/// The entry point of libFuzzer. The first byte chooses the dialect; one value of it lets the reader find the dialect.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    guard count >= 1 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    guard let value = try? JSONValue(parsing: bytes, limits: .standard) else { return 0 }
    let dialects: [RichTextDialect?] = [nil] + RichTextDialect.allCases
    let dialect = dialects[Int(start[0]) % dialects.count]
    let reader = RichTextReader(dialect: dialect) {
        $0.id.hasPrefix("k") ? RichTextTarget(address: "/\($0.kind)/\($0.id)", title: $0.id) : nil
    }
    do {
        let result = try reader.read(value)
        check(result.unknown.count <= 100, "too many unknown types")
        check(result.unknown.allSatisfy { $0.count > 0 }, "an unknown type without a number")
        // Each letter of the document comes from the JSON, from a title that resolves an identifier, or is a mark of a few characters.
        check(letters(result.document) <= 40 * bytes.count + 100, "the document grows out of its JSON")
        let html = result.document.serialized()
        _ = HTMLDocument(parsingFragment: html)
    } catch let error as RichTextError {
        check(!error.message.isEmpty && error.path.hasPrefix("."), "an error without a message or a place: \(error)")
    } catch {
        fatalError("an error of another kind: \(error)")
    }
    return 0
}
