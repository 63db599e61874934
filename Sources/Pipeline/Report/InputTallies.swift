internal import Checksums
internal import JSONParsing
internal import Synchronization

/// The inputs that the source of a run reads, with the bytes of each. A class, because the source adds to it and the end of the run reads it.
///
/// Package access: only `InputReader` and the built-in sources call it; plug-ins read through `InputReader`.
package final class InputTallies: Sendable {
    private struct State {
        var inputs: [(input: Input, tally: InputTally)] = []
        var division: (all: [Input], own: [Input])?
    }

    private let state = Mutex(State())

    /// Creates the counts of a run that has opened no input yet.
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

    /// The totals of the only input; zero bytes if there is none.
    var single: InputTotals { (state.withLock { $0.inputs.first?.tally } ?? InputTally()).totals }

    /// The numbers of all inputs together, without hashes, which cannot be added.
    var sums: JSONObject {
        let all = state.withLock { $0.inputs }.map(\.tally.totals)
        return [
            "lines": .number(JSONNumber(all.reduce(0) { $0 + $1.lines })), "bytes": .number(JSONNumber(all.reduce(0) { $0 + $1.bytes })),
        ]
    }

    /// The inputs that were read, and all inputs that a group of runs shares, with those of this run.
    var read: (inputs: [(input: Input, tally: InputTally)], division: (all: [Input], own: [Input])?) {
        state.withLock { ($0.inputs, $0.division) }
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

    /// Counts and hashes the next bytes. A line may continue in the bytes that follow.
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
