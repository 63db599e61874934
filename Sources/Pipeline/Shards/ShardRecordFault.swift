/// The reason why a file is no end record of a shard.
package struct ShardRecordFault: Error, Equatable {
    /// A clause about the file, such as `it has no "written"`.
    package let reason: String

    init(_ reason: String) { self.reason = reason }
}
