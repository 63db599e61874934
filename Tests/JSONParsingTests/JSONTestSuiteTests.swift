import Foundation
import JSONParsing
import Testing

@Suite("JSONTestSuite", .enabled(if: SharedData.has("json"), "needs the shared test data (json)"))
struct JSONTestSuiteTests {
    static let folder = SharedData.folder.appendingPathComponent("json/test_parsing")

    static func files(_ prefix: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(".json") }.sorted()
    }

    /// The verdict on a text that is cut into pieces of the given size: nil if it is accepted.
    static func verdict(_ bytes: [UInt8], pieces: Int) -> JSONError? {
        var scanner = JSONScanner()
        do throws(JSONError) {
            var tokens = 0
            for start in stride(from: 0, to: bytes.count, by: pieces) {
                let chunk = Array(bytes[start..<min(start + pieces, bytes.count)])
                var position = 0
                while try scanner.next(in: chunk.span, at: &position) != nil { tokens += 1 }
            }
            if try scanner.finish() != nil { tokens += 1 }
            return tokens == 0 ? JSONError(.endOfInput(expected: "a value"), offset: bytes.count) : nil
        } catch {
            return error
        }
    }

    @Test("accepts what JSON allows, whole and byte by byte", arguments: files("y_"))
    func accepts(_ name: String) throws {
        let bytes = [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent(name)))
        #expect(Self.verdict(bytes, pieces: max(1, bytes.count)) == nil)
        #expect(Self.verdict(bytes, pieces: 1) == nil)
        let value = try JSONValue(parsing: bytes)
        let again = try JSONValue(parsing: value.compactText)
        #expect(value.compactText == again.compactText)
    }

    @Test("refuses what JSON does not allow, with the same offset whole and byte by byte", arguments: files("n_"))
    func refuses(_ name: String) throws {
        let bytes = [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent(name)))
        let whole = try #require(Self.verdict(bytes, pieces: max(1, bytes.count)))
        #expect(Self.verdict(bytes, pieces: 1) == whole)
        #expect(whole.offset >= 0 && whole.offset <= bytes.count)
        #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
    }

    @Test("has one answer to what JSON leaves open", arguments: files("i_"))
    func decides(_ name: String) throws {
        let bytes = [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent(name)))
        #expect(Self.verdict(bytes, pieces: max(1, bytes.count)) == Self.verdict(bytes, pieces: 1))
    }

    @Test("finds all of the suite") func counts() {
        #expect(Self.files("y_").count == 95)
        #expect(Self.files("n_").count == 188)
        #expect(Self.files("i_").count == 35)
    }
}
