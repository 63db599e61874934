/// An output of a source or a stage, beside those of the sinks: files that a stage downloads, or the state of a source.
///
/// It appears at the commit point of the run, as the outputs of the sinks do. The engine calls the methods of one run in this order, one
/// call at a time:
///
/// 1. ``open()`` before the source is read.
/// 2. ``prepare()`` once all records have reached the sinks, and all sinks are ready.
/// 3. ``commit()``: outputs of stages before the sinks rename theirs, because pages refer to files of stages; the output of the source
///    after them and the rejects, because a state must not know records that neither has. A run with a limit, or one in which a stream stage
///    needed no more records, does not commit the output of the source.
/// 4. ``close()`` at the end of every run that has called ``open()``.
///
/// A run that fails, is stopped or is killed before the commit point never calls ``commit()``. A dry run calls none of the methods. Between
/// ``open()`` and ``prepare()``, the component itself adds to the output, from several tasks.
public protocol RunOutput: Sendable {
    /// Begins a run.
    ///
    /// - Throws: The error that ends the run, as a rule a ``PipelineFailure``.
    func open() throws

    /// Does everything that can fail for want of space, so that only renames are left. The method blocks its thread.
    ///
    /// - Throws: The error that ends the run. All old outputs then stay.
    func prepare() throws

    /// Puts the output in place, as a rule by renaming files.
    ///
    /// - Throws: The error that ends the run.
    func commit() throws

    /// Releases what the run holds. Without a commit, the old output stays.
    func close()
}
