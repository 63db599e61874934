/// The counts of an incremental run, for its summary.
package struct IncrementalCounts: Sendable, Equatable {
    /// The number of items that an earlier run has read and that did not change.
    package internal(set) var seen = 0
    /// The number of items that are older than the start.
    package internal(set) var older = 0
    /// The number of items without a cursor.
    package internal(set) var unmarked = 0

    /// The end of the sentence about the items: which were dropped.
    package var phrase: String {
        (seen > 0 ? ", \(seen) dropped as seen" : "") + (older > 0 ? ", \(older) dropped as older" : "")
    }
}
