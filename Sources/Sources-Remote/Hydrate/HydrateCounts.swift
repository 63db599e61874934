internal import Pipeline
internal import Synchronization

/// The counts of a run for its summary. A class, because the tasks of a stage share it.
final class HydrateCounts: Sendable {
    struct Counts: Sendable {
        /// The records that the stage looked at.
        var records = 0
        /// The elements of these records, with those that `when` leaves as they are.
        var elements = 0
        /// The elements that `when` chooses.
        var chosen = 0
        /// The elements that got the content of a URL.
        var completed = 0
        /// The URLs that were requested.
        var fetched = 0
        /// The elements that `on_status` kept, by status.
        var kept: [Int: Int] = [:]
        /// The elements that `on_status` dropped.
        var dropped = 0
        /// The elements whose response a rule of `responses` skips.
        var passedOver = 0
        /// The fields that keep their value, because the response has null for it.
        var withheld = 0
        /// The responses that report a failure beside a value; and the sign of the first one.
        var failures: (count: Int, first: String)?
        /// The responses that are one of several pages of a list, where no list was expected; and the sign of the first one.
        var listPages: (count: Int, first: String)?
    }

    private let counts = Mutex(Counts())

    /// Counts a requested URL.
    ///
    /// - Returns: The number of URLs so far.
    func addFetched() -> Int {
        counts.withLock { counts in
            counts.fetched += 1
            return counts.fetched
        }
    }

    /// Adds counts of one record.
    func add(_ record: Counts) {
        counts.withLock { counts in
            counts.records += record.records
            counts.elements += record.elements
            counts.chosen += record.chosen
            counts.completed += record.completed
            counts.dropped += record.dropped
            counts.passedOver += record.passedOver
            counts.withheld += record.withheld
            counts.kept.merge(record.kept, uniquingKeysWith: +)
        }
    }

    /// Counts a response that is one of several pages of a list.
    ///
    /// - Parameter sign: The URL, and the sign that there is more.
    func addListPage(_ sign: String) {
        counts.withLock { $0.listPages = (($0.listPages?.count ?? 0) + 1, $0.listPages?.first ?? sign) }
    }

    /// Counts a response that reports a failure beside a value.
    ///
    /// - Parameter sign: The URL, and the failure.
    func addFailure(_ sign: String) {
        counts.withLock { $0.failures = (($0.failures?.count ?? 0) + 1, $0.failures?.first ?? sign) }
    }

    /// Resets the counts for a new run.
    func reset() { counts.withLock { $0 = Counts() } }

    /// The sentences of the summary.
    ///
    /// - Parameter each: The path of the elements; nil if they are the records.
    func notes(each: String?) -> [String] {
        let counts = counts.withLock { $0 }
        guard counts.fetched > 0 else { return Self.reason(counts, each).map { ["no record was hydrated: \($0)"] } ?? [] }
        return ["\(counts.completed) completed from \(counts.fetched.counted("URL"))"] + Self.exceptions(counts)
    }

    /// The warnings at the end of a run: that no element was completed, or that responses reported failures, nulls or further pages.
    ///
    /// - Parameter each: The path of the elements; nil if they are the records.
    func warnings(each: String?) -> [String] {
        let counts = counts.withLock { $0 }
        var warnings: [String] = []
        let exceptions = Self.exceptions(counts)
        if counts.completed == 0, !exceptions.isEmpty {
            let noun = each == nil ? "record" : "element"
            warnings.append("no \(noun) was completed, \(exceptions.joined(separator: ", ")); is \"url\" right?")
        }
        if let (count, first) = counts.failures {
            warnings.append("\(count.counted("response")) reported a failure beside a value, such as \(first)")
        }
        if counts.withheld > 0 {
            warnings.append(
                "\(counts.withheld.counted("field")) kept \(counts.withheld == 1 ? "its" : "their") value, because the response has null "
                    + "there; a program with null in it removes a value")
        }
        if let (count, first) = counts.listPages {
            warnings.append(
                "\(count.counted("response")) \(count.was) one page of a list, and there is more, such as at \(first); "
                    + "\"items\", \"into\" and \"paging\" read all pages")
        }
        return warnings
    }

    /// The reason why a run requested no URL; nil if there were no records.
    private static func reason(_ counts: Counts, _ each: String?) -> String? {
        if counts.records == 0 || counts.chosen > 0 { return nil }
        if let each, counts.elements == 0 { return "none of \(counts.records.counted("record")) has \(each)" }
        return "\"when\" was true for none of \(counts.elements.counted(each == nil ? "record" : "element"))"
    }

    /// Phrases about the elements that `on_status` or a rule kept, skipped or dropped.
    private static func exceptions(_ counts: Counts) -> [String] {
        var phrases = counts.kept.sorted { $0.key < $1.key }.map { "\($0.value) kept with the status \($0.key)" }
        if counts.passedOver > 0 { phrases.append("\(counts.passedOver) passed over by a rule") }
        if counts.dropped > 0 { phrases.append("\(counts.dropped) dropped by \"on_status\"") }
        return phrases
    }
}
