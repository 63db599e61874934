import Synchronization
internal import Checksums
internal import JSONParsing

/// The inputs that the source of a run reads, with the bytes of each. A class, because the source adds to it and the end of the run reads it.
///
/// Package access: `InputReader` begins an input there; plug-ins read through it.
package final class InputTallies: Sendable {
    /// The inputs of the current task's run; nil where the end of the run does not show them.
    @TaskLocal package static var current: InputTallies?

    private struct State {
        var inputs: [(shown: String, tally: InputTally)] = []
        var division: Division?
    }

    /// All inputs that a group of runs shares.
    private struct Division {
        let count: Int
        let hash: String
    }

    private let state = Mutex(State())

    /// Begins without inputs.
    package init() {}

    /// Begins an input.
    ///
    /// - Parameter shown: The input as messages show it.
    package func begin(_ shown: String) -> InputTally {
        let tally = InputTally()
        state.withLock { $0.inputs.append((shown, tally)) }
        return tally
    }

    /// Notes all inputs of which the run reads a part.
    package func divide(_ all: [String]) {
        var hash = XXH64Hasher()
        for input in all { hash.update(Array("\(input)\n".utf8).span) }
        state.withLock { [hash] in $0.division = Division(count: all.count, hash: hash.hex()) }
    }

    /// The totals of the only input; those of no bytes if there is none.
    var single: InputTotals { (state.withLock { $0.inputs.first?.tally } ?? InputTally()).totals }

    /// The numbers of all inputs together. Hashes of several inputs have no sum.
    var sums: JSONObject {
        let all = state.withLock { $0.inputs }.map(\.tally.totals)
        return [
            "lines": .number(JSONNumber(all.reduce(0) { $0 + $1.lines })), "bytes": .number(JSONNumber(all.reduce(0) { $0 + $1.bytes })),
        ]
    }

    /// The inputs in the order of reading, each with its totals.
    var list: [JSONValue] {
        state.withLock { $0.inputs }.map { input in
            var object: JSONObject = ["path": .string(input.shown)]
            for member in input.tally.totals.json { object[member.key] = member.value }
            return .object(object)
        }
    }

    /// The number of all inputs, and a hash of their names in order, which are the same for all runs of a group; nothing for sources whose
    /// inputs are not divided.
    var division: JSONObject {
        guard let division = state.withLock({ $0.division }) else { return [:] }
        return ["inputs": .number(JSONNumber(division.count)), "list": .string(division.hash)]
    }
}
