internal import JSONParsing
internal import Pipeline

/// The stage `rename`: renames fields, or moves them to another object.
struct RenameStage: Stage {
    static let name = "rename"
    static let summary = "Gives fields other names, all at once; they keep their places, or go to another object."
    static let example = #"{ "type": "rename", "fields": { "client": "customer" } }"#

    private let moves: FieldMoves
    private let changedFields: [FieldPath]

    init(options: inout OptionReader) {
        let pairs = options.read(
            "fields", .fieldMoves,
            help:
                "For each field its new name, or path: { \"title.rendered\": \"title\" }. A field that has the new name already is replaced."
        )
        moves = FieldMoves(pairs)
        changedFields = pairs.flatMap { [$0.from, $0.to] }
    }

    var hooks: Hooks { Hooks(changedFields: changedFields) }

    func process(_ record: inout Record) throws -> Verdict {
        try moves.apply(to: &record)
        return .keep
    }
}

/// Renames and moves several fields at once, so that two fields can swap their names.
private struct FieldMoves: Sendable {
    /// The old and the new path of a field.
    private struct Move: Sendable {
        let from: FieldPath
        let to: FieldPath
    }

    /// The moves in the record itself, or in each element of one list.
    private struct ScopedMoves: Sendable {
        let scope: FieldScope
        /// New names of top-level fields.
        var names: [(key: String, value: String)] = []
        /// New names of fields in nested objects, by object.
        var renames: [(parent: [FieldPath.Step], names: [(key: String, value: String)])] = []
        /// Fields that move to another object.
        var moves: [Move] = []

        mutating func add(_ move: Move) {
            let parent = move.from.steps.dropLast()
            guard parent == move.to.steps.dropLast(), case .key(let name)? = move.from.steps.last, case .key(let new)? = move.to.steps.last
            else { return moves.append(move) }
            if parent.isEmpty { return names.append((name, new)) }
            let known = renames.firstIndex { $0.parent[...] == parent }
            if known == nil { renames.append((Array(parent), [])) }
            renames[known ?? renames.count - 1].names.append((name, new))
        }
    }

    private var parts: [ScopedMoves] = []
    private let first: FieldPath?

    /// Prepares the moves.
    ///
    /// - Parameter pairs: The old and the new path of each field. If one leads into the elements of a list, the other one has to lead into
    ///   the same list.
    init(_ pairs: [(from: FieldPath, to: FieldPath)]) {
        first = pairs.first?.from
        for (from, to) in pairs {
            let scope = FieldScope(from)
            let known = parts.firstIndex { $0.scope.list == scope.list }
            if known == nil { parts.append(ScopedMoves(scope: scope)) }
            let inner = scope.inner(to) ?? to
            parts[known ?? parts.count - 1].add(Move(from: scope.field, to: inner))
        }
    }

    /// Moves the fields of a record. Ignores fields that the record lacks.
    ///
    /// - Throws: ``RecordError`` if two fields would get the same name, or if the record is not an object.
    func apply(to record: inout Record) throws {
        if let first { record.notePresence(of: first) }
        for part in parts {
            try part.scope.apply(to: &record, needsList: false) { try Self.apply(part, to: &$0) }
        }
    }

    private static func apply(_ part: ScopedMoves, to record: inout Record) throws {
        let values = try part.moves.map { try value(at: $0.from, of: record) }
        try record.remove(part.moves.map(\.from))
        if !part.names.isEmpty { try record.rename(part.names) }
        for (parent, names) in part.renames {
            try record.change(FieldPath(steps: parent), skipsMismatches: true) { value, place in
                guard let value, value.kind == .object, var object = try value.decoded(at: place).object else { return value }
                if let clash = object.rename(names) { throw clashes(clash, at: place + FieldPath.text(of: [.key(clash)])) }
                return .object(object)
            }
        }
        var taken: [FieldPath] = []
        for (move, value) in zip(part.moves, values) {
            guard let value else { continue }
            guard !taken.contains(move.to) else { throw clashes(move.to.source, at: move.to.description) }
            taken.append(move.to)
            try record.set(move.to, to: value)
        }
    }

    /// The value at a path; nil if it is missing or a value on the path is no object.
    private static func value(at path: FieldPath, of record: Record) throws -> JSONValue? {
        do {
            return try record.get(path)
        } catch is RecordError {
            return nil
        }
    }

    private static func clashes(_ name: String, at place: String) -> RecordError {
        RecordError("two fields would be called \"\(name)\"", at: place)
    }
}
