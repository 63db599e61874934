/// What became of the files of a sink in a run, once its output is in place.
public struct OutputResult: Sendable, Equatable {
    /// The number of files that are new or have changed.
    public var written: Int
    /// The number of files that had the same content already, and were not touched.
    public var unchanged: Int

    /// Creates a result.
    ///
    /// - Parameters:
    ///   - written: The number of files that are new or have changed.
    ///   - unchanged: The number of files that had the same content already.
    public init(written: Int, unchanged: Int) {
        self.written = written
        self.unchanged = unchanged
    }
}
