internal import Checksums
internal import JSONParsing
internal import Synchronization

/// The inputs that the source of a run reads, with the bytes of each. A class, because the source adds to it and the end of the run reads it.
///
/// Package access: `InputReader` begins an input there; plug-ins read through it.
package final class InputTallies: Sendable {
    /// The inputs of the current task's run; nil where the end of the run does not show them.
    @TaskLocal package static var current: InputTallies?

    private struct State {
        var inputs: [(input: Input, tally: InputTally)] = []
        var division: (all: [Input], own: [Input])?
    }

    private let state = Mutex(State())

    /// Begins without inputs.
    package init() {}

    /// Begins an input.
    package func begin(_ input: Input) -> InputTally {
        let tally = InputTally()
        state.withLock { $0.inputs.append((input, tally)) }
        return tally
    }

    /// Notes all inputs that a group of runs shares, and those that this run reads.
    package func divide(_ all: [Input], own: [Input]) {
        state.withLock { $0.division = (all, own) }
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

    /// The members of an end record about its inputs: for inputs that a group of runs shares, their number and the hash of their names; and
    /// the inputs of this run in the order of reading.
    ///
    /// - Parameter isWhole: Whether the run has read its inputs to their end, so that the totals of each are those of the input.
    func facts(isWhole: Bool, in folder: inout EndRecordFolder) -> JSONObject {
        let (read, division) = state.withLock { ($0.inputs, $0.division) }
        var facts = JSONObject()
        if let division {
            facts["inputs"] = .number(JSONNumber(division.all.count))
            facts["list"] = .string(Self.hash(of: division.all.map { folder.name(of: $0) }))
        }
        let own = division?.own ?? read.map(\.input)
        facts["input"] = .array(
            own.enumerated().map { number, input in
                var object: JSONObject = ["path": .string(folder.name(of: input))]
                guard isWhole, number < read.count else { return .object(object) }
                for member in read[number].tally.totals.json { object[member.key] = member.value }
                return .object(object)
            })
        return facts
    }

    /// The hash of the names of inputs, in their order.
    static func hash(of names: [String]) -> String {
        var hash = XXH64Hasher()
        for name in names { hash.update(field: name) }
        return hash.hex()
    }
}

/// Counts and hashes the bytes of an input as they arrive, before any decompression, so that the other side of a pipe can compare what it
/// sent. A class, because the source adds to it and the end of the run reads it.
///
/// Package access: the source `json` calls it for each chunk; plug-ins read through `InputReader`, which does that for them.
package final class InputTally: Sendable {
    private struct State {
        var hash = XXH64Hasher()
        var breaks = 0
        var endsInsideLine = false
    }

    private let state = Mutex(State())

    /// Begins an input without bytes.
    package init() {}

    /// Adds the next bytes.
    package func add(_ bytes: ArraySlice<UInt8>) {
        guard let last = bytes.last else { return }
        state.withLock { state in
            state.hash.update(bytes.span)
            state.breaks += Lines.count(in: bytes.span)
            state.endsInsideLine = last != UInt8(ascii: "\n")
        }
    }

    /// The totals so far.
    var totals: InputTotals {
        state.withLock { state in
            // A last line without a line feed counts.
            InputTotals(lines: state.breaks + (state.endsInsideLine ? 1 : 0), bytes: state.hash.count, xxh64: state.hash.hex())
        }
    }
}

/// The size of an input, and its hash.
struct InputTotals: Sendable, Equatable {
    let lines: Int
    let bytes: Int
    /// The hash in hexadecimal digits.
    let xxh64: String

    /// The members of the end record.
    var json: JSONObject {
        ["lines": .number(JSONNumber(lines)), "bytes": .number(JSONNumber(bytes)), "xxh64": .string(xxh64)]
    }
}
