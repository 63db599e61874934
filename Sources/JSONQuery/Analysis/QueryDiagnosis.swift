import JSONParsing
import Synchronization

/// A program compiled with the source range of each expression, to find where an error arose. It runs slower, so it is compiled only after
/// a run has failed. A class, because copies of a query share it.
final class QueryDiagnosis: Sendable {
    /// Whether the program is only the part of its source after the leading path.
    let isRest: Bool
    private let source: String
    let environment: QueryEnvironment
    /// Outer nil: not compiled yet. Inner nil: the program could not be compiled.
    private let compiled = Mutex<(any Node)??>(nil)

    init(_ source: String, isRest: Bool, _ environment: QueryEnvironment) {
        self.source = source
        self.isRest = isRest
        self.environment = environment
    }

    /// The compiled program; nil if source ranges make it too large.
    var node: (any Node)? {
        compiled.withLock { compiled in
            if let known = compiled { return known }
            let made = try? make()
            compiled = .some(made)
            return made
        }
    }

    private func make() throws -> (any Node)? {
        var parser = try Parser(source, notesPlaces: true)
        let syntax = try parser.program()
        guard isRest else { return try Compiler.compile(syntax, environment, notesPlaces: true).node }
        return try LeadingPathSplit.split(syntax)?.rest.map { rest throws in
            try Compiler.compile(rest, environment, notesPlaces: true).node
        }
    }
}

/// The input of the expression that failed, for messages: its type, and its path in the record if that is certain.
struct FailedInput {
    /// Limit of the number of values in the record that are compared with the input.
    private static let maxValues = 20_000
    private static let maxPath = 200
    private static let maxDepth = 4

    /// The record, and the input of the expression that failed.
    let root: JSONValue
    let input: JSONValue

    /// Whether the input of the expression is the whole record.
    var isRoot: Bool { Self.isSame(input, root) }

    /// Whether two values are most likely the same one. Compares a few levels only, because content may be nested deeply.
    private static func isSame(_ a: JSONValue, _ b: JSONValue, depth: Int = 0) -> Bool {
        guard a.kind == b.kind, depth < maxDepth, let left = try? a.decoded(), let right = try? b.decoded() else { return a.kind == b.kind }
        switch (left, right) {
        case (.array(let left), .array(let right)):
            return left.count == right.count && zip(left, right).allSatisfy { isSame($0, $1, depth: depth + 1) }
        case (.object(let left), .object(let right)):
            return left.count == right.count
                && zip(left, right).allSatisfy { $0.key == $1.key && isSame($0.value, $1.value, depth: depth + 1) }
        default: return left == right
        }
    }

    /// The path in the record of the value that caused the error, such as `.messages[3].date`; nil if it is not known.
    ///
    /// - Parameters:
    ///   - piece: The text of the expression that failed.
    ///   - program: The text of the program, and of the definitions if it calls them.
    func fault(in piece: String, of program: String) -> (path: String, value: JSONValue)? {
        guard isRoot || !input.isNull, let start = isRoot ? "" : path(in: program) else { return nil }
        let steps = Self.plainPath(piece)
        let found = steps.isEmpty ? (start, input) : Self.stop(of: steps[...], in: input, start)
        guard let found, !found.0.isEmpty, found.0.utf8.count <= Self.maxPath else { return nil }
        return found
    }

    /// The steps of an expression that is a plain path; none for other expressions.
    private static func plainPath(_ piece: String) -> [JSONPathStep] {
        guard var parser = try? Parser(piece), let syntax = try? parser.program(), let (steps, rest) = LeadingPathSplit.split(syntax),
            rest == nil
        else { return [] }
        return steps
    }

    /// The path of the only value that equals the input; nil if there are several. The program must contain the last key of that path,
    /// because a computed value may equal a value of the record by chance.
    private func path(in program: String) -> String? {
        guard input.kind != .boolean else { return nil }
        var open: [(path: String, key: String, value: JSONValue)] = [("", "", root)]
        var found: (path: String, key: String)?
        var count = 0
        while let (path, key, value) = open.popLast() {
            count += 1
            guard count <= Self.maxValues else { return nil }
            if !path.isEmpty, Self.isSame(value, input) {
                guard found == nil else { return nil }
                found = (path, key)
            }
            guard open.count < Self.maxValues, path.utf8.count < Self.maxPath else { continue }
            switch try? value.decoded() {
            case .array(let elements)?:
                for (index, element) in elements.prefix(Self.maxValues).enumerated() {
                    open.append(((path.isEmpty ? "." : path) + "[\(index)]", key, element))
                }
            case .object(let object)?:
                for member in object.prefix(Self.maxValues) {
                    open.append((path + JSONPathStep.text(of: [.key(member.key)]), member.key, member.value))
                }
            default: break
            }
        }
        guard let found, found.key.isEmpty || program.contains(found.key) else { return nil }
        return found.path
    }

    /// The first value, in evaluation order, at which a plain path fails.
    private static func stop(of steps: ArraySlice<JSONPathStep>, in value: JSONValue, _ path: String) -> (String, JSONValue)? {
        guard let step = steps.first, let decoded = try? value.decoded() else { return nil }
        let rest = steps.dropFirst()
        switch (step, decoded) {
        case (.key(let name, _), .object(let object)):
            return stop(of: rest, in: object[name] ?? .null, path + JSONPathStep.text(of: [step]))
        case (.key, .null): return stop(of: rest, in: .null, path + JSONPathStep.text(of: [step]))
        case (.iterate, .array(let elements)):
            return elements.enumerated().lazy.compactMap { stop(of: rest, in: $1, (path.isEmpty ? "." : path) + "[\($0)]") }.first
        case (.iterate, .object(let object)):
            return object.lazy.compactMap { stop(of: rest, in: $0.value, path + JSONPathStep.text(of: [.key($0.key)])) }.first
        default: return step.isRequired ? (path, value) : nil
        }
    }
}

extension JSONPathStep {
    fileprivate var isRequired: Bool {
        switch self {
        case .key(_, let optional), .iterate(let optional), .element(_, let optional): !optional
        }
    }
}
