internal import Pipeline

/// What an earlier run of a shard has left.
enum EarlierShard {
    case none
    /// The result that this run would have, with phrases for what was not compared.
    case complete(ShardRecord, uncompared: [String])
    /// Something else, with the reason.
    case outdated(String)

    /// The rest of the message about it; nil if there is nothing to say.
    var note: String? {
        switch self {
        case .none: return nil
        case .complete(let record, let uncompared):
            let rest = uncompared.isEmpty ? "" : "not compared: \(uncompared.joined(separator: ", ")); "
            return "is complete already: \(record.path.printable); \(rest)--force runs it again"
        case .outdated(let reason): return "runs again: \(reason)"
        }
    }
}
