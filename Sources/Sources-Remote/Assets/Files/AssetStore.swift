internal import Foundation
internal import Pipeline
internal import Synchronization

/// The folder of the stage and its index, as one output of a run.
///
/// A class, because all workers and the engine use it. ``AssetRun`` is what belongs to one run.
final class AssetStore: RunOutput {
    private struct State {
        var run: AssetRun?
        var notes: [String] = []
    }

    let output: StageFiles
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

    /// What the stage does beside its options, in sentences.
    var explanation: [String] {
        let hosts = settings.allowsPrivateHosts ? "may" : "must not"
        return ["files stay inside \(folder.shown)", "addresses in content \(hosts) lead to private networks"]
    }

    /// The result of the last run in sentences.
    var notes: [String] { state.withLock { $0.notes } }

    func open() throws {
        try output.open()
        let run = AssetRun(settings, output: output, index: try readIndex())
        state.withLock { state in
            state.run = run
            state.notes = []
        }
    }

    /// - Throws: ``PipelineFailure`` if the file is none of the stage's, or cannot be read.
    private func readIndex() throws -> AssetIndex {
        guard FilePath.kind(of: indexPath.value) != nil else { return AssetIndex() }
        guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: indexPath.value)) else {
            throw PipelineFailure(.cannotCreate, "\(indexPath.shown.printable) cannot be read")
        }
        guard let index = AssetIndex(Array(bytes)) else {
            throw PipelineFailure(
                .cannotCreate, "\(indexPath.shown.printable) is not an index that tabpipe made, and is not replaced; move it away")
        }
        return index
    }

    func prepare() throws {
        try output.prepare()
        guard let run, let content = run.changedIndex else { return }
        try indexFiles.open()
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
        state.withLock { $0.run.take() }?.warn()
    }
}
