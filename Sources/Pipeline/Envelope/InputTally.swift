import Synchronization
internal import Checksums

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
