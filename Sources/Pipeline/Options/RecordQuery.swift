public import JSONParsing
package import JSONQuery
internal import Synchronization

/// A compiled jq program for records.
public struct RecordQuery: Sendable {
    /// The data for messages. A class, because stages copy their programs for each record: one reference is counted instead of several.
    private final class Details: Sendable {
        let secretName: String?
        /// The place of the program in a file; nil for a program made in code.
        let origin: QueryFileOrigin?
        let definitions: FileQueryDefinitions?

        init(secretName: String?, origin: QueryFileOrigin?, _ definitions: FileQueryDefinitions?) {
            self.secretName = secretName
            self.origin = origin
            self.definitions = definitions
        }
    }

    let query: Query
    private let fields: Set<String>?
    private let details: Details
    /// Finds misspelt names among the fields that the program reads; nil if there are none to watch.
    private var watch: MissingFieldWatch?

    /// Compiles a program.
    ///
    /// - Parameters:
    ///   - source: The program.
    ///   - functions: Functions that the program can call beside the built-in ones.
    /// - Throws: ``QueryError`` with the offset of the fault.
    package init(_ source: String, functions: QueryFunctions = QueryFunctions()) throws(QueryError) {
        var values = QueryConstants()
        values.functions = functions
        try self.init(source, secretName: nil, origin: nil, values: values)
    }

    /// Compiles a program with its place in a pipeline file.
    ///
    /// - Parameters:
    ///   - definitions: The functions of the file that the program can call.
    ///   - values: The values of the file that the program can use.
    init(
        _ source: String, secretName: String?, origin: QueryFileOrigin?, definitions: FileQueryDefinitions? = nil,
        values: QueryConstants = QueryConstants()
    ) throws(QueryError) {
        // Messages show no place in a secret program.
        var locator: QueryDefinitions.Locator?
        if let origin, secretName == nil { locator = { line in origin.line(line - 1) } }
        let query = try Query(
            source, functions: values.functions, definitions: definitions?.functions, variables: values.variables, locator: locator)
        self.init(query, Details(secretName: secretName, origin: origin, definitions))
    }

    /// Compiles a program that stands in code, such as the default of an option.
    ///
    /// - Precondition: The program compiles.
    public static func fixed(_ source: StaticString) -> RecordQuery {
        guard let query = try? RecordQuery("\(source)") else { preconditionFailure("\(source) is no jq program") }
        return query
    }

    private init(_ query: Query, _ details: Details) {
        self.query = query
        self.details = details
        fields = query.inputFields
    }

    /// Returns the same program with objects of its own, for ``Stage/copyForWorker()``.
    public func recompiled() -> RecordQuery {
        // A complete watch is dropped, so that the worker does not count references to it for each record.
        let details = Details(secretName: details.secretName, origin: details.origin, details.definitions)
        return RecordQuery(query.recompiled(), details).watched(by: watch?.isActive == true ? watch : nil)
    }

    /// The fields of the input that the program can look at; nil if it may look at all of it.
    public var readFields: Set<String>? { fields }

    /// Whether the text of the program contains `null`.
    ///
    /// Package access: only the stage `hydrate` asks this. There, a null from a program without `null` replaces no existing value.
    package var namesNull: Bool { query.namesNull }

    /// The fields that the program expects in the record; none if the program is secret.
    var wantedFields: [FieldPath] { isSecret ? [] : query.wantedFields.sorted().map { FieldPath(name: $0) } }

    /// Returns the same program with a watch for its fields.
    func watched(by watch: MissingFieldWatch?) -> RecordQuery {
        var query = self
        query.watch = watch
        return query
    }

    /// Returns the same program with a watch for its fields, and the watch.
    ///
    /// This is for programs of the command line, which are no options of a component.
    ///
    /// - Parameter place: The beginning of the warning of the watch, such as `--only`.
    package func watchingFields(for place: String) -> (RecordQuery, MissingFieldWatch) {
        let watch = MissingFieldWatch(place: place, wanted: wantedFields)
        return (watched(by: watch), watch)
    }

    /// Returns the same program without a watch for its fields.
    ///
    /// Package access: only the rules for HTTP responses name fields that most inputs lack; programs of plug-ins run on records.
    package var unwatched: RecordQuery { watched(by: nil) }

    /// Returns the same program, whose warning about misspelt fields names another input than records.
    ///
    /// - Parameter noun: The noun, such as `page`.
    public func reading(_ noun: String) -> RecordQuery {
        watch?.name(noun)
        return self
    }

    /// The input of the program. Documents in fields that the program does not read are not serialized.
    private func input(_ record: borrowing Record) -> JSONValue {
        if let watch, watch.isActive { watch.observe(record) }
        return record.value(readingOnly: fields)
    }

    /// Answers the program's functions about the record, such as `input_origin`; nil if it calls none.
    private func host(for record: borrowing Record) -> (any QueryHost)? {
        query.usesHost ? RecordHost(record, option: details.origin?.option ?? "") : nil
    }

    /// The program `.`, which returns its input.
    ///
    /// Package access: only the JSON source has a mode without a program; plug-ins declare `.` as the default of an option.
    package static let identity: RecordQuery = {
        guard let query = try? Query(".") else { preconditionFailure("the program \".\" is valid") }
        return RecordQuery(query, Details(secretName: nil, origin: nil, nil))
    }()

    /// The text of the program for messages. Instead of a secret program, this is the node that it came from, such as `$env.PROGRAM`.
    public var source: String { details.secretName ?? query.source }

    /// Whether the program came from the environment, so that messages must not quote it.
    public var isSecret: Bool { details.secretName != nil }

    /// The path that the program begins with, such as `.data.items[]`, and the rest of the program if there is one; nil without a path.
    ///
    /// Package access: only the JSON source selects items by the program's path while it reads; plug-ins run the whole program.
    package var leadingPath: (steps: [JSONPathStep], rest: RecordQuery?)? {
        query.leadingPath.map { steps, rest in (steps, rest.map { RecordQuery($0, details) }) }
    }

    /// The path that the program is, of keys and numbers of elements, such as `.filters[0].value`; nil for another program.
    ///
    /// Package access: as for ``leadingPath``. A request carries a value at such a place.
    package var elementPath: [JSONPathStep]? {
        guard let (steps, rest) = query.splitAtPath(), rest == nil else { return nil }
        return steps
    }

    /// Returns the first output for a record, or nil if there is none.
    ///
    /// - Throws: The error of the program.
    public func first(_ record: Record) throws -> JSONValue? {
        do {
            return try query.first(input(record), host: host(for: record))
        } catch {
            throw placed(error, record)
        }
    }

    /// Returns all outputs for a record, in order.
    ///
    /// - Throws: The error of the program.
    public func all(_ record: Record) throws -> [JSONValue] {
        do {
            return try query.all(input(record), host: host(for: record))
        } catch {
            throw placed(error, record)
        }
    }

    /// Runs the program on a record, without collecting its outputs.
    ///
    /// - Parameters:
    ///   - record: The input.
    ///   - yield: Receives the outputs, in order. An error that it throws ends the program.
    /// - Throws: The error of the program or of `yield`.
    public func run(on record: Record, yield: (consuming JSONValue) throws -> Void) throws {
        do {
            return try query.run(input(record), host: host(for: record), yield: yield)
        } catch {
            throw placed(error, record)
        }
    }

    /// Returns whether the first output is neither null nor false, which is jq's meaning of true.
    ///
    /// - Throws: The error of the program.
    public func isTrue(_ record: Record) throws -> Bool {
        do {
            return try query.isTrue(input(record), host: host(for: record))
        } catch {
            throw placed(error, record)
        }
    }

    /// Adds the place in the program to an error. For a secret program, the result quotes nothing of it.
    private func placed(_ error: any Error, _ record: Record) -> any Error {
        if error is CancellationError { return error }
        if let secretName = details.secretName { return RecordError("the jq program from \(secretName) fails for this record") }
        guard let origin = details.origin, let error = error as? QueryRuntimeError else { return error }
        let place = query.place(of: error, input: record.value(readingOnly: fields), host: host(for: record))
        let inDefinitions =
            place?.isInDefinitions == true ? place.flatMap { details.definitions?.place(of: $0.range, option: origin.option) } : nil
        var found = inDefinitions ?? origin.place(of: place?.range, in: query.source)
        found.input = place?.input
        return RecordQueryError(reason: error.message, place: found)
    }
}

/// Implements the jq functions about the record, such as `input_filename`, and receives the messages of `debug` and `stderr`.
private struct RecordHost: QueryHost {
    private let recordOrigin: Origin
    /// The path of the option with the program, such as `stages[0].to`; empty for a program made in code.
    private let option: String

    init(_ record: borrowing Record, option: String) {
        recordOrigin = record.origin
        self.option = option
    }

    var fileName: String? { recordOrigin.source.isEmpty ? nil : recordOrigin.source }
    var line: Int? { recordOrigin.line }
    var origin: JSONValue { recordOrigin.isUnknown ? .null : .object(recordOrigin.json) }

    func log(_ message: String) { QueryContext.current?.log?(message, self) }

    /// A message of the program as the run shows it.
    func warning(_ message: String) -> RunWarning { RunWarning(step: option, kind: .message, origin: recordOrigin, text: message) }
}

extension RunWarning {
    /// A message that a program has logged with `debug` or `stderr`; nil if the program did not run on a record.
    init?(_ message: String, of host: any QueryHost) {
        guard let host = host as? RecordHost else { return nil }
        self = host.warning(message)
    }
}

/// The messages that programs log with `debug` while a batch is processed. They wait until the batch is next in order. A class, because the
/// programs share it.
final class QueryMessages: Sendable {
    /// Limit of messages that wait for their batch. Further ones are only counted.
    private static let maxWaiting = 1_000

    private let waiting = Mutex<[RunWarning]>([])

    func add(_ message: String, of host: any QueryHost) {
        guard let message = RunWarning(message, of: host) else { return }
        waiting.withLock { waiting in
            if waiting.count < Self.maxWaiting { waiting.append(message) } else { waiting[Self.maxWaiting - 1].count += 1 }
        }
    }

    /// Removes and returns the messages that wait.
    func drain() -> [RunWarning] {
        waiting.withLock { waiting in
            defer { waiting.removeAll() }
            return waiting
        }
    }
}
