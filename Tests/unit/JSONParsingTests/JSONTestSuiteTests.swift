import Foundation
import JSONParsing
import TestSupport
import Testing

@Suite("JSONTestSuite", .needs(SharedData.exists("json"), "needs the shared test data (json)"))
struct JSONTestSuiteTests {
    static let folder = SharedData.folder.appendingPathComponent("json/test_parsing")

    static func files(_ prefix: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(".json") }.sorted()
    }

    /// The verdict on a text in two chunks: nil if it is accepted. Padding of white space lets the scanner use its fast path.
    static func verdict(_ bytes: [UInt8], cut: Int, padding: Int) -> JSONError? {
        var scanner = JSONScanner()
        do throws(JSONError) {
            var tokens = 0
            for chunk in [Array(bytes[..<cut]), bytes[cut...] + [UInt8](repeating: 0x20, count: padding)] {
                var position = 0
                while try scanner.next(in: chunk.span, at: &position, maxReportedDepth: 0) != nil { tokens += 1 }
            }
            if try scanner.finish() != nil { tokens += 1 }
            return tokens == 0 ? JSONError(.endOfInput(expected: "a value"), offset: bytes.count) : nil
        } catch {
            return error
        }
    }

    /// Cuts a text at every byte (a long text at 2,000 bytes) and compares the verdicts.
    static func expectSameVerdict(_ bytes: [UInt8], _ verdict: JSONError?) {
        for cut in stride(from: 0, through: bytes.count, by: max(1, bytes.count / 2000)) {
            for padding in [0, 200] {
                let found = Self.verdict(bytes, cut: cut, padding: padding)
                #expect((found == nil) == (verdict == nil), "cut at \(cut), \(padding) spaces behind")
                if padding == 0 { #expect(found == verdict, "cut at \(cut)") }
            }
        }
    }

    /// The verdict on a text in chunks of the given size in bytes: nil if it is accepted.
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
        Self.expectSameVerdict(bytes, nil)
        let value = try JSONValue(parsing: bytes)
        let again = try JSONValue(parsing: value.compactText)
        #expect(value.compactText == again.compactText)
    }

    @Test("refuses what JSON does not allow, with the same offset whole and byte by byte", arguments: files("n_"))
    func refuses(_ name: String) throws {
        let bytes = [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent(name)))
        let whole = try #require(Self.verdict(bytes, pieces: max(1, bytes.count)))
        #expect(Self.verdict(bytes, pieces: 1) == whole)
        Self.expectSameVerdict(bytes, whole)
        #expect(whole.offset >= 0 && whole.offset <= bytes.count)
        #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
    }

    /// The decisions of this parser where RFC 8259 permits both acceptance and rejection.
    enum Decision: String, CaseIterable {
        /// Accepted: numbers keep their digits, whatever their range and precision (section 6).
        case keptDigits
        /// Accepted and written with the original text. Decoding the string fails with an offset (section 8.2).
        case keptEscape
        /// Refused: invalid UTF-8 (section 8.1, RFC 3629).
        case notUTF8
        /// Refused: another encoding (section 8.1).
        case otherEncoding
        /// Accepted: within the limit of 512 levels (section 9).
        case deep
        /// Refused by the scanner. Sources skip a byte order mark before they call it (section 8.1).
        case byteOrderMark
    }

    static let decisions: [(name: String, decision: Decision)] = [
        ("i_number_double_huge_neg_exp", .keptDigits), ("i_number_huge_exp", .keptDigits), ("i_number_neg_int_huge_exp", .keptDigits),
        ("i_number_pos_double_huge_exp", .keptDigits), ("i_number_real_neg_overflow", .keptDigits),
        ("i_number_real_pos_overflow", .keptDigits), ("i_number_real_underflow", .keptDigits), ("i_number_too_big_neg_int", .keptDigits),
        ("i_number_too_big_pos_int", .keptDigits), ("i_number_very_big_negative_int", .keptDigits),
        ("i_object_key_lone_2nd_surrogate", .keptEscape), ("i_string_1st_surrogate_but_2nd_missing", .keptEscape),
        ("i_string_1st_valid_surrogate_2nd_invalid", .keptEscape), ("i_string_UTF-16LE_with_BOM", .otherEncoding),
        ("i_string_UTF-8_invalid_sequence", .notUTF8), ("i_string_UTF8_surrogate_U+D800", .notUTF8),
        ("i_string_incomplete_surrogate_and_escape_valid", .keptEscape), ("i_string_incomplete_surrogate_pair", .keptEscape),
        ("i_string_incomplete_surrogates_escape_valid", .keptEscape), ("i_string_invalid_lonely_surrogate", .keptEscape),
        ("i_string_invalid_surrogate", .keptEscape), ("i_string_invalid_utf-8", .notUTF8),
        ("i_string_inverted_surrogates_U+1D11E", .keptEscape), ("i_string_iso_latin_1", .notUTF8),
        ("i_string_lone_second_surrogate", .keptEscape), ("i_string_lone_utf8_continuation_byte", .notUTF8),
        ("i_string_not_in_unicode_range", .notUTF8), ("i_string_overlong_sequence_2_bytes", .notUTF8),
        ("i_string_overlong_sequence_6_bytes", .notUTF8), ("i_string_overlong_sequence_6_bytes_null", .notUTF8),
        ("i_string_truncated-utf-8", .notUTF8), ("i_string_utf16BE_no_BOM", .otherEncoding), ("i_string_utf16LE_no_BOM", .otherEncoding),
        ("i_structure_500_nested_arrays", .deep), ("i_structure_UTF-8_BOM_empty_object", .byteOrderMark),
    ]

    @Test("decides the cases that RFC 8259 leaves open, whole and byte by byte", arguments: decisions)
    func decides(_ name: String, _ decision: Decision) throws {
        let bytes = [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent(name + ".json")))
        let verdict = Self.verdict(bytes, pieces: max(1, bytes.count))
        #expect(Self.verdict(bytes, pieces: 1) == verdict)
        switch decision {
        case .keptDigits, .deep:
            #expect(verdict == nil)
            #expect(try JSONValue(parsing: bytes).compactText == String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace })
        case .keptEscape:
            #expect(verdict == nil)
            let value = try JSONValue(parsing: bytes)
            #expect(value.compactText == String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace })
            #expect(throws: JSONError.self) {
                let inner = try value.decoded()
                _ = try inner.array?.first?.decoded()
            }
        case .notUTF8:
            let isNotUTF8 = if case .invalidUTF8? = verdict?.reason { true } else { false }
            #expect(isNotUTF8)
        case .otherEncoding, .byteOrderMark:
            #expect((verdict?.offset).map { $0 <= 1 } ?? false)
        }
    }

    @Test("finds all files of the suite") func counts() {
        #expect(Self.files("y_").count == 95)
        #expect(Self.files("n_").count == 188)
        #expect(Self.files("i_") == Self.decisions.map { $0.name + ".json" }.sorted())
    }
}
