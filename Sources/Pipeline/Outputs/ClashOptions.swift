internal import JSONQuery

/// What a sink of a folder does if two records have one path: the options `on_clash` and `key`, which ``OptionReader/clashOptions(update:)``
/// reads.
public struct ClashOptions: Sendable {
    /// The values of the option `on_clash`.
    public enum OnClash: String, CaseIterable, Sendable {
        /// The second record is rejected.
        case reject
        /// The path of the second record ends with 2, that of the third with 3.
        case number
    }

    /// The second record is rejected, and records of earlier runs are not known.
    public static let reject = ClashOptions(onClash: .reject, key: nil, needsKey: false)

    /// The value of the option `on_clash`.
    public let onClash: OnClash
    /// The program that gives the key of a record; nil takes `.id`, if records are numbered.
    let key: RecordQuery?
    /// Whether a record without a key could take the file of another one.
    let needsKey: Bool

    /// Whether the keys of records are kept, with their paths, for the next run.
    var keepsNames: Bool { onClash == .number || key != nil }

    /// The key of a record as a text; nil if it has none, or none is wanted.
    ///
    /// - Throws: ``RecordError`` for a record without a key that needs one, and the error of the program.
    func key(of record: Record) throws -> String? {
        guard keepsNames else { return nil }
        let value = try key.map { try $0.first(record) ?? .null } ?? (record.value.object?["id"] ?? .null)
        if let text = try value.isNull ? nil : value.canonicalText() { return text }
        if key != nil { throw RecordError("key: the program gives null, and a record needs a key") }
        if needsKey {
            throw RecordError(
                "the record has no .id, and no option \"key\" names it, so that its file could be that of another record of an earlier run")
        }
        return nil
    }
}

extension OptionReader {
    /// Reads the options `on_clash` and `key` of a sink that writes a file for each record. Pass the result to
    /// ``FolderOutput/init(_:index:files:clashes:)``.
    ///
    /// - Parameter update: The option `mode`; nil for a sink without an index.
    public mutating func clashOptions(update: FolderUpdate?) -> ClashOptions {
        let onClash = choice(
            "on_clash", default: ClashOptions.OnClash.reject,
            help: "What happens to a record whose path an earlier record has: it is rejected, or its name gets a number, as in same-2.md.")
        let key = optionalQuery(
            "key",
            help:
                "A jq program that gives what a record is known by, such as \".id\". With it, a record gets the path that it had in the run "
                + "before, and no record gets that of another one. on_clash number takes .id, if the records have it.")
        return ClashOptions(onClash: onClash, key: key, needsKey: onClash == .number && update == .merge)
    }
}
