public import JSONParsing
package import JSONQuery

/// A jq program that is run on records.
public struct RecordQuery: Sendable {
    /// What messages need. A class, because stages copy their programs for each record: that counts one owner, and not one a part.
    private final class Details: Sendable {
        let secretName: String?
        /// Where the program comes from; nil for one that the program itself made.
        let origin: ProgramOrigin?

        init(secretName: String?, origin: ProgramOrigin?) {
            self.secretName = secretName
            self.origin = origin
        }
    }

    package let query: Query
    private let fields: Set<String>?
    private let details: Details
    /// Notices that no record has a field that the program asks for; nil once each was there.
    private var watch: FieldWatch?

    /// Compiles a program.
    ///
    /// - Parameters:
    ///   - source: The program.
    ///   - secretName: For a program from the environment, which is never printed: where it came from.
    /// - Throws: ``QueryError`` with the offset of the fault.
    package init(_ source: String, secretName: String? = nil) throws(QueryError) {
        self.init(try Query(source), secretName: secretName, origin: nil)
    }

    /// Compiles a program of a pipeline file.
    init(_ source: String, secretName: String?, origin: ProgramOrigin?) throws(QueryError) {
        self.init(try Query(source), secretName: secretName, origin: origin)
    }

    private init(_ query: Query, secretName: String?, origin: ProgramOrigin?) {
        self.query = query
        details = Details(secretName: secretName, origin: origin)
        fields = query.inputFields
    }

    /// The same program for one more worker: ``Query/recompiled()``.
    public func recompiled() -> RecordQuery {
        // One that is settled need not be counted as in use by one worker more, for each record.
        RecordQuery(query.recompiled(), secretName: details.secretName, origin: details.origin).watched(
            by: watch?.isActive == true ? watch : nil)
    }

    /// The fields of the record that the program takes to be there; none if it is secret.
    var wantedFields: [FieldPath] { isSecret ? [] : query.wantedFields.sorted().map { FieldPath(name: $0) } }

    /// The same program, noticed where no record has its fields.
    func watched(by watch: FieldWatch?) -> RecordQuery {
        var query = self
        query.watch = watch
        return query
    }

    /// What the program sees of a record.
    private func input(_ record: borrowing Record) -> JSONValue {
        if let watch, watch.isActive { watch.observe(record) }
        return record.value(readingOnly: fields)
    }

    /// `.`
    package static let identity: RecordQuery = {
        guard let query = try? Query(".") else { preconditionFailure("the program \".\" is valid") }
        return RecordQuery(query, secretName: nil, origin: nil)
    }()

    /// The program as a message can name it: as it was written, or, for a secret one, where it came from.
    public var source: String { details.secretName ?? query.source }

    /// Whether the program came from the environment, so that nothing of it is printed.
    package var isSecret: Bool { details.secretName != nil }

    /// Where the program begins with a plain path: its steps, and the rest of the program if something follows.
    package var leadingPath: (steps: [JSONPathStep], rest: RecordQuery?)? {
        query.leadingPath.map { steps, rest in (steps, rest.map { RecordQuery($0, secretName: details.secretName, origin: details.origin) })
        }
    }

    /// The first output for a record, or nil if there is none.
    ///
    /// - Throws: The program's error.
    public func first(_ record: Record) throws -> JSONValue? {
        do {
            return try query.first(input(record))
        } catch {
            throw placed(error, record)
        }
    }

    /// All outputs for a record, in order.
    ///
    /// - Throws: The program's error.
    public func all(_ record: Record) throws -> [JSONValue] {
        do {
            return try query.all(input(record))
        } catch {
            throw placed(error, record)
        }
    }

    /// Runs the program on a record.
    ///
    /// - Parameter yield: Receives the outputs, in order. What it throws ends the run and is thrown on.
    /// - Throws: The program's error.
    public func run(on record: Record, yield: (consuming JSONValue) throws -> Void) throws {
        do {
            return try query.run(input(record), yield: yield)
        } catch {
            throw placed(error, record)
        }
    }

    /// Whether the first output is neither null nor false.
    ///
    /// - Throws: The program's error.
    public func isTrue(_ record: Record) throws -> Bool {
        do {
            return try query.isTrue(input(record))
        } catch {
            throw placed(error, record)
        }
    }

    /// The error with the place where it arose; of a secret program, nothing of it comes through.
    private func placed(_ error: any Error, _ record: Record) -> any Error {
        if error is CancellationError { return error }
        if let secretName = details.secretName { return RecordError("the jq program from \(secretName) fails for this record") }
        guard let origin = details.origin, let error = error as? QueryRuntimeError else { return error }
        let place = query.place(of: error, input: record.value(readingOnly: fields))
        return ProgramError(reason: error.message, place: origin.place(of: place, in: query.source))
    }
}
