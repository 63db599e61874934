public import HTMLParsing
internal import JSONParsing
internal import MailParsing
internal import Pipeline

/// Reads HTML, case studies and e-mail threads from JSON as HTML documents.
public enum ContentReader {
    /// Reads the documents of a JSON text: HTML in a string, a case study, a thread, or arrays of them. An object with an array
    /// `case_studies` or `conversations`, as the APIs deliver it, counts as that array.
    ///
    /// - Parameters:
    ///   - bytes: The JSON text in UTF-8.
    ///   - warn: Receives a sentence for each key of case studies that the documents do not have, and for threads that are sorted.
    /// - Returns: The documents in order.
    /// - Throws: ``JSONError`` if the text is not valid JSON; ``RecordError`` with a path for other content.
    public static func documents(json bytes: [UInt8], warn: (String) -> Void = { _ in }) throws -> [HTMLDocument] {
        let value = try JSONValue(parsing: bytes)
        let counts = Counts()
        defer { (counts.unread.warnings + counts.arrangements.warnings(hasOptions: false)).forEach(warn) }
        return try documents(value, at: "", counts)
    }

    /// The counters for warnings about the documents.
    private struct Counts {
        let unread = CaseStudyStage.unreadKeys
        let arrangements = ArrangementCounts()
    }

    private static func documents(_ value: JSONValue, at path: String, _ counts: Counts) throws -> [HTMLDocument] {
        switch try value.decoded(at: path) {
        case .string(let html): return [HTMLDocument(parsing: html)]
        case .array(let elements):
            return try elements.enumerated().flatMap { try documents($1, at: "\(path)[\($0)]", counts) }
        case .object(let object):
            for list in ["case_studies", "conversations"] {
                if let elements = object[list] { return try documents(elements, at: "\(path).\(list)", counts) }
            }
            do {
                if object["sections"] != nil {
                    let study = try CaseStudy(object, hero: .optional)
                    counts.unread.note(CaseStudyStage.remarks(onUnread: study.unreadKeys), at: Origin())
                    return [study.article(texts: .auto).document]
                }
                if object["messages"] != nil {
                    var thread = try EmailThread(object)
                    thread.arrange(.auto)
                    counts.arrangements.note(thread.arrangement, at: path.isEmpty ? nil : path)
                    return [try thread.timeline().document]
                }
            } catch let error as RecordError where !path.isEmpty {
                throw RecordError(error.reason, at: path + (error.path ?? ""))
            }
            throw RecordError(
                "expected a case study (with sections) or a thread (with messages), found neither", at: path.isEmpty ? nil : path)
        default:
            throw RecordError(
                "expected HTML in a string, a case study or a thread, found \(value.kind.phrase)", at: path.isEmpty ? nil : path)
        }
    }
}
