/// The reason why the cursors of items cannot be compared or kept.
package enum IncrementalFault: Error, Equatable, CustomStringConvertible {
    /// A cursor is neither a number nor a text.
    case wrongKind(String)
    case tooLong(limit: Int)
    /// Two cursors are of different kinds, such as a time and a number.
    case mixed(String, String)
    /// Two cursors are numbers of times in different units.
    case mixedUnits(String, String)
    /// The state is at a time in the future, behind which a run would read nothing.
    case stateInFuture(String)
    /// A cursor is a text, or a number too large for seconds or milliseconds.
    case lagWithoutSeconds(String)
    case tooManyItems(limit: Int)

    /// The fault in one sentence.
    package var description: String {
        switch self {
        case .wrongKind(let found): "expected a number or a text as the cursor of an item, found \(found)"
        case .tooLong(let limit): "the cursor of an item is longer than \(limit) bytes"
        case .mixed(let one, let other):
            "\(one) cannot be compared with \(other); \"cursor\" can convert the cursors to one kind, such as .updated_at | tonumber"
        case .mixedUnits(let one, let other):
            "\(one) cannot be compared with \(other); \"cursor\" can convert the cursors to one unit, such as "
                + #"if .updated > 1e11 then .updated / 1000 else .updated end; "future": "counts" is for numbers that are no times"#
        case .stateInFuture(let cursor):
            "the state is at \(cursor), which is in the future, and a run would miss all changes before that time; check the clock of this "
                + "machine; --full-refresh reads all and writes a new state"
        case .lagWithoutSeconds(let found):
            "\"lag_seconds\" needs cursors that are times (RFC 3339) or numbers of seconds or milliseconds, found \(found)"
        case .tooManyItems(let limit):
            "more than \(limit) items have the greatest cursor or are within \"lag_seconds\", and a state stores at most \(limit) ids; a cursor "
                + "with finer steps or a shorter lag needs fewer; items in the future count, too, unless \"future\" is \"counts\""
        }
    }
}
