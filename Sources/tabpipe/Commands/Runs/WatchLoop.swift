internal import Pipeline
internal import SourcesLocal

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// Repeats a run after each change of a file of its pipelines, until a signal ends it.
struct WatchLoop {
    let console: Console
    /// Called if a signal arrives between two runs, before the process ends.
    let end: @Sendable () -> Void

    /// Runs the pipelines after each change. Prints the faults of a pipeline file, and waits for the next change.
    ///
    /// - Parameters:
    ///   - watch: The files of the pipelines.
    ///   - first: The pipelines of the first run; nil if that run has ended.
    ///   - read: Reads the pipelines again.
    ///   - run: Runs the pipelines, and returns the exit code.
    /// - Returns: The exit code of the run that a signal has ended.
    func run(
        _ watch: FileWatch, from first: [(file: String, plan: PipelinePlan)]?, read: () throws -> [(file: String, plan: PipelinePlan)],
        run: ([(file: String, plan: PipelinePlan)]) async throws -> Int32
    ) async throws -> Int32 {
        var watch = watch
        if let first { _ = try await run(first) }
        while true {
            if let signal = SignalWatch.received { return ExitCode.firstSignal + signal }
            try await waitForChange(&watch)
            console.endLearning()
            let start = Date()
            do {
                let plans = try read()
                watch = try watch.covering(plans)
                _ = try await run(plans)
            } catch let error as PipelineFileError {
                watch.add(error.inputs, since: start)
                console.report(error)
            } catch let usage as UsageError {
                console.error(usage.message)
            } catch let failure as PipelineFailure {
                console.error(failure.message)
            } catch let error as ReportedError {
                watch.add(error.inputs, since: start)  // the messages are printed
            }
        }
    }

    private func waitForChange(_ watch: inout FileWatch) async throws {
        let signals = SignalWatch { [end] number in
            end()
            exit(ExitCode.firstSignal + number)
        }
        defer { signals.end() }
        try await watch.change()
    }
}

/// Waits for changes of the local files that pipelines read: the pipeline files, the files that their options name, and the inputs. URLs and
/// outputs of the same pipelines are not watched.
struct FileWatch {
    /// The time between two looks at the files.
    private static let interval = Duration.milliseconds(300)

    /// The modification time and the size of a file. Time alone is not enough: some editors keep it when they replace a file.
    private struct FileState: Equatable {
        let time: Date?
        let size: Int?

        /// The state of a file that does not exist.
        static let missing = FileState(time: nil, size: nil)

        private init(time: Date?, size: Int?) {
            self.time = time
            self.size = size
        }

        init(_ path: String) {
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            time = attributes?[.modificationDate] as? Date
            size = attributes?[.size] as? Int
        }
    }

    private let files: [String]
    private var inputs: [String] = []
    private var outputs: [FileUse] = []
    private var stamps: [String: FileState]

    /// Begins with the pipeline files as they are now. Call this before they are read, so that no change is lost.
    init(_ files: [String]) {
        self.files = files
        stamps = files.reduce(into: [:]) { $0[$1] = FileState($1) }
    }

    /// Returns a watch of the files that `plans` read, in place of those of earlier plans. A file that was watched before counts as changed
    /// if it changed since then.
    ///
    /// - Parameter plans: The pipelines with their files.
    /// - Throws: ``UsageError`` if something is read from standard input; ``PipelineFailure`` for a pattern that cannot be read.
    func covering(_ plans: [(file: String, plan: PipelinePlan)]) throws -> FileWatch {
        let uses = plans.flatMap(\.plan.files)
        var watch = self
        watch.inputs = uses.filter { $0.purpose == .input && !$0.isAddress }.map(\.path)
        watch.outputs = uses.filter { $0.isWritten && !$0.isStandardStream }
        if (files + watch.inputs).contains(where: { Input($0) == .standardInput }) {
            throw UsageError("--watch cannot watch standard input")
        }
        let current = try watch.currentStamps()
        watch.stamps = current.merging(stamps) { $1 }.filter { path, _ in current[path] != nil }
        return watch
    }

    /// The precision of modification times, in seconds.
    private static let timePrecision = 0.05

    /// Also watches the files that a faulty pipeline file names: the user may correct one of them.
    ///
    /// - Parameter start: When the pipeline file began to be read. A file that has changed since then counts as changed.
    mutating func add(_ inputs: [String], since start: Date) {
        for path in inputs where !self.inputs.contains(path) {
            self.inputs.append(path)
            let stamp = FileState(path)
            let isNew = stamp.time.map { $0 > start.addingTimeInterval(-Self.timePrecision) } ?? false
            stamps[path] = isNew ? .missing : stamp
        }
    }

    /// Waits until a file changes.
    ///
    /// - Throws: `CancellationError` if the task is cancelled; ``PipelineFailure`` for a pattern that cannot be read.
    mutating func change() async throws {
        while true {
            try await Task.sleep(for: Self.interval)
            let now = try currentStamps()
            if now == stamps { continue }
            stamps = now
            return
        }
    }

    private func currentStamps() throws -> [String: FileState] {
        // An input may be a pattern that further files match later.
        let found = try inputs.flatMap { try FilePattern($0).matches().map(\.path) }.filter { !isRecordFile($0) }
        return (files + inputs + found).reduce(into: [:]) { stamps, path in
            if files.contains(path) || !isOutput(path) { stamps[path] = FileState(path) }
        }
    }

    /// Whether a path is an output of the watched pipelines, which another one of them may read.
    private func isOutput(_ path: String) -> Bool {
        let input = FileUse(.input, path, place: "", range: nil)
        return outputs.contains { !$0.isTemplate && $0.isSameFile(as: input) }
    }

    /// Whether a path may be the output for a record: it has the fixed beginning and the fixed end of an output template.
    private func isRecordFile(_ path: String) -> Bool {
        let path = Self.normalized(path)
        return outputs.contains { output in
            guard output.isTemplate, let start = output.path.firstRange(of: "{{"), let end = output.path.ranges(of: "}}").last else {
                return false
            }
            let prefix = Self.normalized(String(output.path[..<start.lowerBound]))
            return path.hasPrefix(prefix) && path.dropFirst(prefix.count).hasSuffix(output.path[end.upperBound...])
        }
    }

    /// The absolute form of a path, or of its beginning up to a slash, without `.` and repeated slashes.
    private static func normalized(_ path: String) -> String {
        let names = FilePath.names(in: path).filter { !$0.isEmpty && $0 != "." }
        let root = path.hasPrefix("/") ? "/" : FileManager.default.currentDirectoryPath + "/"
        return root + names.joined(separator: "/") + (path.hasSuffix("/") && !names.isEmpty ? "/" : "")
    }
}
