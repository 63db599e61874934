internal import JSONParsing
internal import Pipeline

/// The programs that give the keys of a join, and the value of a record of the second source.
struct JoinKeys: Sendable {
    /// The key of a record.
    let first: RecordQuery
    /// The key of a record of the second source.
    let second: RecordQuery
    /// The value of a record of the second source; nil for the record itself.
    let value: RecordQuery?

    /// Reads the options.
    init(options: inout OptionReader) {
        first = options.read(
            "by", .query,
            help: "A jq program that gives the key of a record; numbers are equal by value, objects in any order of keys. Null, and a list "
                + "with null in it, is no key.")
        let other = options.readIfPresent(
            "with_key", .query, help: "A jq program that gives the key of a record of the second source. The default is that of by.")
        second = other ?? first
        value = options.readIfPresent(
            "with_value", .query,
            help: "A jq program that gives what a record of the second source puts into records, such as {price}. The default is the "
                + "record. A record for which it gives nothing is left out.")
    }
}

/// What a joined record looks like, and what becomes of a record without a match.
struct JoinShape: Sendable {
    /// The number of records of the second source that a record gets.
    enum Match: String, CaseIterable, Sendable { case one, many }

    /// What becomes of a record for whose key the second source has nothing.
    enum Unmatched: String, CaseIterable, Sendable { case keep, drop, reject }

    let into: FieldPath
    let match: Match
    let unmatched: Unmatched
    let maxGroupBytes: Int

    /// Reads the options.
    init(options: inout OptionReader) {
        into = options.read("into", .newField, help: "The field for what the second source has. A field with that name is replaced.")
        match = options.read(
            "match", .choice, default: Match.one,
            help: "What the field gets: the first record with the key, or a list of all of them, which may be empty.")
        unmatched = options.read(
            "unmatched", .choice, default: Unmatched.keep,
            help: "What happens to a record for whose key the second source has nothing: it stays, with null or an empty list (a left "
                + "join), is dropped and counted (an inner join), or goes to the rejects file.")
        maxGroupBytes = options.read(
            "max_group_bytes", .integer(1...1 << 40), default: 256 << 20,
            help: "The size of one list in memory, in bytes. The records that would get a larger one are rejected.")
    }

    /// Joins a record with the group of its key.
    ///
    /// - Parameters:
    ///   - key: The key of the record.
    ///   - group: The group; nil if there is none.
    ///   - name: The second source in messages.
    /// - Returns: nil for a record that is dropped.
    /// - Throws: The reason why the record is rejected.
    func join(_ record: Record, _ key: JSONValue, _ group: JoinGroup?, _ tally: JoinTally, _ name: String) throws -> Record? {
        if let group, group.isTooLarge {
            throw RecordError(
                "the list of the key \(tally.shown(key)) has more than \(maxGroupBytes) bytes; max_group_bytes allows no more")
        }
        if group == nil, unmatched == .reject {
            throw RecordError(
                key.isMissingKey
                    ? "the record has no key: it is \(tally.shown(key))" : "\(name) has nothing for the key \(tally.shown(key))")
        }
        var joined = record
        if group != nil || unmatched == .keep {
            let values = group?.values ?? []
            try joined.set(into, to: match == .many ? .array(values) : values.first ?? .null)
        }
        tally.noteRecord(key, at: record.origin, hasMatch: group != nil)
        return group != nil || unmatched == .keep ? joined : nil
    }
}
