internal import Pipeline
internal import Synchronization

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// The folder of the stage and its index, as one output of a run.
///
/// A class, because all workers and the engine use it. ``AssetRun`` holds the state of one run.
final class AssetStore: RunOutput {
    private struct State {
        var run: AssetRun?
        /// The context of the run in progress; nil between runs.
        var context: RunContext?
        var notes: [String] = []
    }

    /// The bytes of the index that are read at once.
    private static let pieceBytes = 256 << 10

    private let output: StageFiles
    private let folder: MaskedText
    private let settings: AssetSettings
    private let indexPath: MaskedText
    /// The folder of the index. It is opened for an index that has changed.
    private let indexFiles: StageFiles
    private let state = Mutex(State())

    init(_ folder: MaskedText, _ settings: AssetSettings) {
        self.folder = folder
        self.settings = settings
        output = StageFiles(folder)
        indexPath = folder.with(AssetIndex.path(besideFolder: folder.value))
        indexFiles = StageFiles(folder.with(FilePath.split(indexPath.value).folder))
    }

    /// The run in progress; nil for one that writes nothing.
    var run: AssetRun? { state.withLock { $0.run } }

    /// Further effects of the options, in sentences.
    var explanation: [String] {
        let hosts = settings.allowsPrivateHosts ? "may" : "must not"
        return ["files stay inside \(folder.shown)", "addresses in content \(hosts) lead to private networks"]
    }

    /// The result of the last run in sentences.
    var notes: [String] { state.withLock { $0.notes } }

    func open(in context: RunContext) throws {
        try settings.local?.checkFolder()
        try output.open(in: context)
        let run = AssetRun(settings, output: output, index: try readIndex(), in: context)
        state.withLock { state in
            state.run = run
            state.context = context
            state.notes = []
        }
    }

    /// - Throws: ``PipelineFailure`` if the file is no index of the stage, or cannot be read.
    private func readIndex() throws -> AssetIndex {
        guard FilePath.kind(of: indexPath.value) != nil else { return AssetIndex() }
        let index: AssetIndex?
        do throws(SystemError) {
            // O_NONBLOCK: a pipe with this name must not block the run.
            let file = try FileDescriptor(opening: indexPath.value, flags: O_RDONLY | O_NONBLOCK)
            index = try AssetIndex(limit: settings.maxIndexEntries) { () throws(SystemError) in
                try FileDescriptor.read(from: file.number, upTo: Self.pieceBytes)
            }
        } catch {
            throw PipelineFailure(.cannotCreate, "\(indexPath.shown.printable) cannot be read: \(error.reason)")
        }
        if let index { return index }
        throw PipelineFailure(
            .cannotCreate, "\(indexPath.shown.printable) is not an index that tabpipe made, and is not replaced; move it away")
    }

    func stagedHead(of path: String, upTo limit: Int) throws -> [UInt8]? { try output.stagedHead(of: path, upTo: limit) }

    var passesRecords: Bool { false }
    func keep(because reason: String) {}

    var supportsPlan: Bool { true }

    func prepare() throws {
        try output.prepare()
        let (run, context) = state.withLock { ($0.run, $0.context) }
        guard let context, let content = run?.changedIndex else { return }
        try indexFiles.open(in: context)
        try indexFiles.write(content, to: [FilePath.split(indexPath.value).name])
        try indexFiles.prepare()
    }

    func commit() throws {
        try output.commit()
        try indexFiles.commit()
        if let run { state.withLock { $0.notes = run.notes + output.notes } }
    }

    func close() {
        output.close()
        indexFiles.close()
        let run = state.withLock { state in
            state.context = nil
            return state.run.take()
        }
        run?.warn()
    }
}
