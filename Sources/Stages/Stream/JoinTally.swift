internal import JSONParsing
internal import Pipeline
internal import Synchronization

/// Counts what a join has found, for the end of the run. A class, because the run and the summary share it.
final class JoinTally: Sendable {
    /// A number of records, with the first one as an example.
    private struct Count {
        var number = 0
        var example = ""

        mutating func add(_ example: @autoclosure () -> String, times: Int = 1) {
            if number == 0 { self.example = example() }
            number += times
        }
    }

    private struct Counts {
        var records = 0
        var joined = 0
        var unmatched = Count()
        var withoutKey = Count()
        /// Records of the second source.
        var second = 0
        var secondWithoutKey = Count()
        var leftOut = 0
        var unusedKeys = 0
        /// Keys of the second source that several of its records have.
        var doubleKeys = Count()
        var otherTypes = Count()
    }

    private let counts = Mutex(Counts())
    private let keys: KeyDisplay

    /// - Parameter keys: How messages show keys.
    init(_ keys: KeyDisplay) { self.keys = keys }

    /// A key in messages.
    func shown(_ key: JSONValue) -> String { keys.text(of: key) }

    func reset() { counts.withLock { $0 = Counts() } }

    /// Counts a record of the second source.
    func noteSecond(hasKey: Bool, hasValue: Bool, at origin: Origin) {
        counts.withLock { counts in
            counts.second += 1
            if !hasValue { counts.leftOut += 1 } else if !hasKey { counts.secondWithoutKey.add(origin.description.printable) }
        }
    }

    /// Notes a group of the second source.
    func noteGroup(_ group: JoinGroup) {
        guard group.count > 1 else { return }
        counts.withLock { $0.doubleKeys.add("\(shown(group.key)) (\(group.origin.description.printable))") }
    }

    /// Counts a record of the input that is not rejected.
    func noteRecord(_ key: JSONValue, at origin: Origin, hasMatch: Bool) {
        counts.withLock { counts in
            counts.records += 1
            if hasMatch {
                counts.joined += 1
            } else if key.isMissingKey {
                counts.withoutKey.add(origin.description.printable)
            } else {
                counts.unmatched.add("\(shown(key)) (\(origin.description.printable))")
            }
        }
    }

    /// Notes a record whose key the second source has in another type.
    func noteOtherType(_ key: JSONValue, at origin: Origin, instead other: JSONValue, at place: Origin, count: Int = 1) {
        counts.withLock { counts in
            counts.otherTypes.add(
                "\(shown(key)) (\(origin.description.printable)) and \(shown(other)) (\(place.description.printable)): "
                    + "tostring or tonumber in \"by\" or \"with_key\" makes them equal", times: count)
        }
    }

    func noteUnused(keys: Int) { counts.withLock { $0.unusedKeys = keys } }

    /// The sentences for the summary, and the warnings.
    ///
    /// - Parameter name: The second source in messages.
    func report(_ shape: JoinShape, of name: String) -> (notes: [String], warnings: [String]) {
        let counts = counts.withLock { $0 }
        guard counts.records + counts.second > 0 else { return ([], []) }
        let fate = shape.unmatched == .keep ? "kept" : "dropped"
        func list(_ count: Count, _ what: String) -> [String] {
            count.number == 0 ? [] : ["\(count.number.counted("record")) \(what), the first: \(count.example)"]
        }
        var second = ["\(name): \(counts.second.counted("record"))"]
        if counts.secondWithoutKey.number > 0 {
            second.append("\(counts.secondWithoutKey.number) without a key, the first: \(counts.secondWithoutKey.example)")
        }
        if counts.leftOut > 0 { second.append("\(counts.leftOut) left out by with_value") }
        if counts.unusedKeys > 0 { second.append("\(counts.unusedKeys.counted("key")) that no record has") }
        let notes =
            ["\(counts.joined) of \(counts.records.counted("record")) joined"] + list(counts.unmatched, "without a match \(fate)")
            + list(counts.withoutKey, "without a key \(fate)") + [second.joined(separator: "; ")]
        var warnings: [String] = []
        if shape.match == .one, counts.doubleKeys.number > 0 {
            let times = counts.doubleKeys.number.counted("key stands", plural: "keys stand")
            warnings.append(
                "\(times) more than once in \(name), where the first record counts, such as \(counts.doubleKeys.example); "
                    + "\"match\": \"many\" takes all")
        }
        if counts.otherTypes.number > 0 {
            let records = counts.otherTypes.number.counted("record has", plural: "records have")
            warnings.append("\(records) a key of another type than \(name), such as \(counts.otherTypes.example)")
        } else if counts.joined == 0, counts.records > 0 {
            warnings.append("no record has a key that \(name) has")
        }
        return (notes, warnings)
    }
}
