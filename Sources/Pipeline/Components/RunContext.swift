internal import Synchronization

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

/// The context of one run: values that its components share. The engine passes it to them in ``RecordWriter/context``, ``Batches/context``,
/// ``AsyncStage/copyForRun(in:)``, ``Sink/render(_:in:)`` and ``RunOutput/open(in:)``. A program that embeds pipelines creates a context to
/// show the progress of a run.
public struct RunContext: Sendable {
    /// The values that the components of the run share, keyed by type.
    ///
    /// A class, because all components of the run use it.
    private final class SharedValues: Sendable {
        let values = Mutex<[ObjectIdentifier: any Sendable]>([:])
    }

    /// The progress of reading the input; nil for a run that shows none.
    ///
    /// Package access: `InputReader` and the built-in sources write it; plug-ins read through `InputReader`.
    package private(set) var progress: InputProgress?
    /// Counts and hashes the bytes that the source reads; nil for a run whose end record has no totals of the input.
    ///
    /// Package access: as ``progress``.
    package var tallies: InputTallies?
    /// The secret texts that the run learns.
    ///
    /// Package access: as ``LearnedSecrets``.
    package var secrets = LearnedSecrets()
    /// Collects what the outputs of the current step would change; nil in a run that writes.
    ///
    /// Package access: as ``PlannedStepChanges``.
    package var plan: PlannedStepChanges?
    /// Opens URLs for components without options for them. A run sets it by its registry, if the caller has not.
    public var opener: (any URLOpener)?
    /// The outputs of the stages, whose files appear at their final paths only at the commit point.
    var stageOutputs: [any RunOutput] = []
    /// The folder of temporary files; nil for the one that `TMPDIR` names.
    ///
    /// Package access: plug-ins keep records in a ``RecordSpool``; tests name a folder.
    package var ownTemporaryFolder: String?
    /// What the stream stage that has this context needs to read a second source; nil for other components.
    var secondReading: SecondReading?
    private let shared = SharedValues()

    /// Creates the context of one run.
    ///
    /// - Parameter progress: Receives the progress of reading the input.
    public init(progress: InputProgress? = nil) { self.progress = progress }

    /// The folder of temporary files.
    var temporaryFolder: String { ownTemporaryFolder ?? FileManager.default.temporaryDirectory.path }

    /// Returns the value of a type that all components of the run share, such as the HTTP connections. The first call creates the value.
    ///
    /// Package access: the steps of a run share the network; a plug-in must not depend on other steps.
    package func shared<Value: Sendable>(_ make: () -> Value) -> Value {
        shared.values.withLock { values in
            if let value = values[ObjectIdentifier(Value.self)] as? Value { return value }
            let value = make()
            values[ObjectIdentifier(Value.self)] = value
            return value
        }
    }

    /// Returns the same context without what belongs to the source of the run: its progress and its totals.
    func forSecondSource() -> RunContext {
        var context = self
        context.progress = nil
        context.tallies = nil
        return context
    }

    /// Returns the same context with the plan of a step.
    func planned(by plan: PlannedStepChanges?) -> RunContext {
        var context = self
        context.plan = plan
        return context
    }

    /// Returns the first bytes of a file: of the version that a stage of this run has written, otherwise of the file on the disk.
    ///
    /// A sink that inspects files of a stage, such as the images of its pages, uses this method. Without it, the first run would not find
    /// the files, the second run would, and the output would change.
    ///
    /// - Parameters:
    ///   - path: The final path of the file, as the sink names its own files.
    ///   - limit: The largest number of bytes.
    /// - Returns: nil if there is no such file, or if it cannot be read. A symbolic link could lead anywhere, and counts as no file.
    public func head(of path: String, upTo limit: Int) -> [UInt8]? {
        do {
            for output in stageOutputs { if let head = try output.stagedHead(of: path, upTo: limit) { return head } }
        } catch {
            return nil
        }
        return FilePath.kind(of: path) == .regular ? Self.headOnDisk(of: path, upTo: limit) : nil
    }

    private static func headOnDisk(of path: String, upTo limit: Int) -> [UInt8]? {
        // Another process may have replaced the file since its kind was checked. Opening a pipe, for instance, must not block.
        guard let file = try? FileDescriptor(opening: path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK) else { return nil }
        return try? FileDescriptor.read(from: file.number, at: 0, upTo: limit)
    }
}
