internal import JSONParsing
internal import JSONStyling
internal import Pipeline
internal import Synchronization

/// Writes records to standard output for people. A class, because the run calls it and the command reads its count.
final class PeekOutput: Sendable {
    let console: Console
    let form: DocumentForm
    private let program: PeekProgram?
    private let styler: JSONStyler
    private let shown = Mutex(0)

    /// - Parameter colors: Those of JSON on a terminal with colors.
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
