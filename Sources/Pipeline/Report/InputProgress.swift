internal import Synchronization

/// The progress of reading the input of a run. A class, because the source's tasks write it and another task reads it.
public final class InputProgress: Sendable {
    private struct State {
        /// The number of bytes read.
        var read = 0
        /// The size of the input in bytes; nil if unknown.
        var size: Int?
        /// Whether `size` is that of several inputs, which are counted together.
        var hasSeveralInputs = false
        /// The address of the request in progress.
        var awaited: String?
        /// The number of bytes received from that address.
        var received = 0
    }

    private let state = Mutex(State())

    /// Creates the progress of a run that has read nothing.
    public init() {}

    /// The share of the input that has been read, from 0 to 1; nil if the size is unknown.
    public var share: Double? {
        state.withLock { state in
            state.size.flatMap { $0 > 0 ? min(1, Double(state.read) / Double($0)) : nil }
        }
    }

    /// Describes the request in progress: waiting for a response, or the number of bytes received; nil without a request.
    public var wait: String? {
        state.withLock { state in
            guard let address = state.awaited else { return nil }
            return state.received == 0 ? "waiting for a response from \(address)" : "fetched \(state.received) bytes of \(address)"
        }
    }

    /// Begins an input.
    ///
    /// Package access: `InputReader` and the built-in sources write the progress, as in the methods below; plug-ins read through
    /// `InputReader`.
    package func begin(size: Int?) { state.withLock { if !$0.hasSeveralInputs { $0 = State(size: size) } } }

    /// Begins several inputs.
    ///
    /// Package access: as ``begin(size:)``.
    ///
    /// - Parameter sizes: Their sizes in bytes; nil for each input without a known size.
    package func begin(all sizes: [Int?]) {
        let total = sizes.reduce(into: Int?.some(0)) { total, size in
            guard let sum = total, let size else { return total = nil }
            total = sum + size
        }
        state.withLock { $0 = State(size: total, hasSeveralInputs: true) }
    }

    /// Notes the request in progress; nil for none.
    ///
    /// Package access: as ``begin(size:)``.
    package func wait(for address: String?) {
        state.withLock { state in
            state.awaited = address
            state.received = 0
        }
    }

    /// Notes the number of bytes received from the address.
    ///
    /// Package access: as ``begin(size:)``.
    package func received(_ bytes: Int) { state.withLock { $0.received = bytes } }

    /// Counts bytes read.
    ///
    /// Package access: as ``begin(size:)``.
    package func add(_ bytes: Int) { state.withLock { $0.read += bytes } }
}
