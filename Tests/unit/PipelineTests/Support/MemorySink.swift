@testable import Pipeline
import Synchronization

/// Keeps its documents; fails at a given place, if told to. A class, because the test shares it.
final class MemorySink: Sink {
    /// Where the sink fails.
    enum Fault: Sendable {
        /// After the batch that exceeds this number of documents.
        case after(Int)
        /// After the last document, before the commit point.
        case atEnd(any Error)
    }

    static let name = "memory"
    static let summary = "Keeps documents."
    static let example = ""

    private struct State {
        var documents: [String] = []
        var withdrawn: [String] = []
        var sawEnd: Bool?
        var hasCommitted = false
    }

    private let appearsWhole: Bool
    private let fault: Fault?
    private let refuses: @Sendable (String) -> Bool
    private let onCommit: @Sendable () -> Void
    private let state = Mutex(State())

    init(options: inout OptionReader) {
        appearsWhole = false
        fault = nil
        refuses = { _ in false }
        onCommit = {}
    }

    init(
        _ fault: Fault? = nil, appearsWhole: Bool = false, refuses: @escaping @Sendable (String) -> Bool = { _ in false },
        onCommit: @escaping @Sendable () -> Void = {}
    ) {
        self.fault = fault
        self.appearsWhole = appearsWhole
        self.refuses = refuses
        self.onCommit = onCommit
    }

    var documents: [String] { state.withLock { $0.documents } }
    /// The documents that were admitted and then withdrawn.
    var withdrawn: [String] { state.withLock { $0.withdrawn } }
    /// Whether the documents came to a good end; nil before the end.
    var sawEnd: Bool? { state.withLock { $0.sawEnd } }
    /// Whether the sink has passed the commit point.
    var hasCommitted: Bool { state.withLock { $0.hasCommitted } }

    var hooks: Hooks { .none }

    func render(_ record: Record, in context: RunContext) throws -> String { record.value.compactText }

    var traits: SinkTraits { SinkTraits(appearsWhole: appearsWhole) }

    var admission: Admission<String> {
        Admission { [self] document in
            if refuses(document) { throw RecordError("not welcome") }
        } withdraw: { [self] document in
            state.withLock { $0.withdrawn.append(document) }
        }
    }

    func write(_ documents: Batches<String>) async throws {
        do {
            for try await batch in documents {
                state.withLock { $0.documents += batch }
                if case .after(let count)? = fault, self.documents.count > count {
                    throw PipelineFailure(.cannotWrite, "the disk is full")
                }
            }
        } catch {
            state.withLock { $0.sawEnd = false }
            throw error
        }
        state.withLock { $0.sawEnd = true }
        if case .atEnd(let error)? = fault { throw error }
        try await documents.commitPoint()
        state.withLock { $0.hasCommitted = true }
        onCommit()
    }
}
