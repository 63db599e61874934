internal import HTMLParsing
internal import HTMLWriting
internal import JSONParsing
internal import JSONQuery
internal import JSONStyling
internal import MailParsing
internal import Pipeline
internal import Synchronization

/// Writes records to standard output for people. A class, because the run calls it and the command reads its count.
final class PeekOutput: Sendable {
    let console: Console
    let form: DocumentForm
    private let program: PeekProgram?
    private let styler: JSONStyler
    private let shown = Mutex(0)

    /// - Parameter colors: The colors of JSON on a terminal with colors.
    init(console: Console, form: DocumentForm, program: PeekProgram?, colors: JSONColors) {
        self.console = console
        self.form = form
        self.program = program
        styler = JSONStyler(console.outputStyle, colors)
    }

    /// The number of records so far.
    var count: Int { shown.withLock { $0 } }

    /// Writes a record.
    ///
    /// - Returns: Whether the record counts: the program has an output for it.
    /// - Throws: ``PipelineFailure`` if the program fails, or if standard output is closed.
    func show(_ record: Record) throws -> Bool {
        let values =
            try program.map { try $0.outputs(record).map { form.value(of: Record($0)) } } ?? [form.value(of: record)]
        if values.isEmpty { return false }
        for value in values { console.writeOutput(styler.line(value)) }
        if console.outputFailure != nil { throw PipelineFailure(.outputClosed, "standard output was closed") }
        shown.withLock { $0 += 1 }
        return true
    }

    /// Whether the program has an output for a record; true without a program.
    func isWanted(_ record: Record) throws -> Bool { try program.map { try !$0.outputs(record).isEmpty } ?? true }
}

/// The jq program of `--only`: it selects records and transforms them for display.
struct PeekProgram: Sendable {
    private let query: RecordQuery
    /// Finds misspelt names among the fields that the program reads.
    let fields: MissingFieldWatch

    /// Compiles the program; nil without one.
    ///
    /// - Parameter registry: Provides the additional functions that programs can call.
    /// - Throws: ``UsageError`` for a faulty program.
    init?(_ text: String?, registry: Registry) throws(UsageError) {
        guard let text else { return nil }
        do throws(QueryError) {
            (query, fields) = try RecordQuery(text, functions: registry.functions).watchingFields(for: "--only")
        } catch {
            throw UsageError("--only: \(String(describing: error).printable)")
        }
    }

    /// The outputs for a record.
    ///
    /// - Throws: ``PipelineFailure`` that names the record.
    func outputs(_ record: Record) throws -> [JSONValue] {
        do {
            return try query.all(record)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw PipelineFailure(.badData, "\(record.origin.description.printable): --only: \(error.message.printable)")
        }
    }
}

/// The form in which `peek` shows HTML in records.
enum DocumentForm: String, CaseIterable {
    case html, text, markdown

    /// The depth down to which strings are converted. Deeper ones stay as they are.
    private static let maxDepth = 32

    /// The content of a record.
    ///
    /// - Parameter convertsStrings: Whether the forms `text` and `markdown` also convert strings that are HTML, and not only documents that
    ///   stages have made.
    func value(of record: Record, convertsStrings: Bool = true) -> JSONValue {
        if self == .html { return record.value }
        let value = record.value(showing: text(of:))
        return convertsStrings ? converted(value) : value
    }

    private func text(of document: HTMLDocument) -> String {
        let text =
            switch self {
            case .html: document.serialized()
            case .text: TextWriter().string(of: document)
            case .markdown: MarkdownWriter().string(of: document)
            }
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    /// Converts the strings in a value that are HTML.
    private func converted(_ value: JSONValue, depth: Int = 0) -> JSONValue {
        if depth == Self.maxDepth { return value }
        switch try? value.decoded() {
        case .string(let string)?:
            return ContentFormat.auto.markup(in: string).map { .string(text(of: $0.document())) } ?? value
        case .array(let elements)?: return .array(elements.map { converted($0, depth: depth + 1) })
        case .object(let object)?: return .object(JSONObject(object.map { ($0.key, converted($0.value, depth: depth + 1)) }))
        default: return value
        }
    }
}
