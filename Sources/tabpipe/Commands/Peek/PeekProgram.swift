internal import JSONParsing
internal import JSONQuery
internal import Pipeline

/// The jq program of `--only`: it chooses records, and what is shown of them.
struct PeekProgram: Sendable {
    private let query: RecordQuery
    /// Finds misspelt names among the fields that the program reads.
    let fields: FieldWatch

    /// Compiles the program; nil without one.
    ///
    /// - Parameter registry: Has the functions of content that programs can call.
    /// - Throws: ``UsageError`` for a faulty program.
    init?(_ text: String?, registry: Registry) throws(UsageError) {
        guard let text else { return nil }
        let compiled = QueryFunctions.$current.withValue(registry.functions) {
            Result { () throws(QueryError) in try RecordQuery(text) }
        }
        do throws(QueryError) {
            (query, fields) = try compiled.get().watchingFields(for: "--only")
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
