/// An output of a source or a stage, beside those of the sinks: files that a stage downloads, or the state of a source.
///
/// It appears at the commit point of the run, as the outputs of the sinks do. The engine calls the methods of one run in this order, one
/// call at a time:
///
/// 1. ``open(in:)`` before the source is read.
/// 2. ``prepare()`` once all records have reached the sinks, and all sinks are ready.
/// 3. ``commit()``: outputs of stages before the sinks rename theirs, because pages refer to files of stages; the output of the source
///    after them and the rejects, because a state must not pass records that are in neither. A run with a limit, or one in which a stream
///    stage needed no more records, calls ``keep(because:)`` for the output of the source instead.
/// 4. ``close()`` at the end of every run that has called ``open(in:)``.
///
/// No requirement has a default, because the default would silently replace a declaration of a slightly different type.
///
/// A run that fails, is stopped or is killed before the commit point never calls ``commit()``. A dry run calls the methods only where
/// ``supportsPlan`` is true. Between ``open(in:)`` and ``prepare()``, the component itself adds to the output, from several tasks.
public protocol RunOutput: Sendable {
    /// Begins a run.
    ///
    /// - Parameter context: The context of the run.
    /// - Throws: The error that ends the run, as a rule a ``PipelineFailure``.
    func open(in context: RunContext) throws

    /// Writes everything to the disk, so that only renames are left and a full disk is noticed here. The method blocks its thread.
    ///
    /// - Throws: The error that ends the run. All old outputs then stay.
    func prepare() throws

    /// Puts the output in place, as a rule by renaming files.
    ///
    /// - Throws: The error that ends the run.
    func commit() throws

    /// Keeps the old output of the source, because a run that succeeds has taken only a part of the records.
    ///
    /// - Parameter reason: The reason as a clause for the summary, such as `the run has a limit`.
    func keep(because reason: String)

    /// Releases what the run holds. Without a commit, the old output stays.
    func close()

    /// Whether later runs continue behind the records of this run, once ``commit()`` has put the output of the source in place. The rejects
    /// file is then the only place of the rejected records.
    var passesRecords: Bool { get }

    /// Whether the output writes only through `StageFiles`, which change nothing in a dry run and report what they would change. `plan` and
    /// dry runs call the output only then, and otherwise show it as unknown.
    var supportsPlan: Bool { get }

    /// Returns the first bytes of a file that this output has written, and that appears at its final path only at the commit point. Sinks
    /// look here before they look at the disk.
    ///
    /// - Parameters:
    ///   - path: The final path of the file.
    ///   - limit: The largest number of bytes.
    /// - Returns: nil if the output has no such file.
    /// - Throws: The error of a file that is there and cannot be read. An older file at the same path on the disk is not read instead.
    func stagedHead(of path: String, upTo limit: Int) throws -> [UInt8]?
}
