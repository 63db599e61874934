internal import JSONParsing
internal import Pipeline
internal import SourcesLocal

// What a run leaves and says.
extension IncrementalReading {
    /// The warning about items without a cursor; nil if there are none.
    var warning: String? {
        guard counts.unmarked > 0, let firstUnmarked else { return nil }
        return "\(counts.unmarked) item\(counts.unmarked == 1 ? " has" : "s have") no value at \(settings.shownCursor), such as that at "
            + "\(firstUnmarked); every run delivers them"
    }

    /// The warnings about the greatest cursor.
    ///
    /// - Parameter now: The time in seconds since 1970.
    func warnings(at now: Double) -> [String] { [futureWarning(at: now), orderWarning, kindWarning].compactMap(\.self) }

    /// The warning about texts whose order is not that of time, so that new items may count as older; nil if there is none.
    private var orderWarning: String? {
        guard let greatest = window.greatest, greatest.beginsWithDay else { return nil }
        return
            "cursors such as \(greatest.shown) are compared as texts, byte by byte, and new items may be dropped as older; a program such as "
            + #"(.date | strptime("%d.%m.%Y") | mktime) makes numbers of them"#
    }

    /// The warning about a start of another kind than the cursors, which the server probably does not understand; nil if there is none.
    private var kindWarning: String? {
        guard earlier == nil, settings.value == nil, settings.sendAs != nil, let from = settings.from, let greatest = window.greatest,
            let start = try? CursorValue(from.json), start.isTime != greatest.isTime
        else { return nil }
        return "this run sent \(start.shown), the value of \"from\", and the next one sends \(greatest.shown), which is of another kind; "
            + "\"value\" is a program that can convert it"
    }

    /// The warning about a greatest cursor in the future, behind which later changes stay unread; nil if there is none.
    ///
    /// A number may also count something else, such as ids. It counts as a time if another cursor is the number of a time up to now.
    private func futureWarning(at now: Double) -> String? {
        let latest = now + Self.maxSecondsAhead
        guard let greatest = window.greatest, let seconds = greatest.seconds, seconds > latest else { return nil }
        var unit = ""
        if case .number = greatest {
            guard let earliestTime, earliestTime <= latest else { return nil }
            unit = " as a time since 1970"
        }
        return "the greatest cursor, \(greatest.shown), is in the future\(unit); runs read nothing that changes before that time"
    }

    /// How far a clock of a server may be ahead, in seconds: two days, because dates have no offset.
    private static var maxSecondsAhead: Double { 172_800 }

    /// What the next run has to know, after the whole list was read.
    ///
    /// - Returns: nil if there is nothing to know yet.
    /// - Throws: ``PipelineFailure`` of the kind `badData` if nothing in the list says how far the run has read.
    func state() throws -> IncrementalState? {
        if case .response = settings.cursor {
            guard case .new(let token) = token else {
                throw PipelineFailure(.badData, "incremental.cursor: no page has a value at \(settings.shownCursor)")
            }
            return IncrementalState(identity: identity, position: .token(token))
        }
        if let firstUnmarked, markedCount == 0, earlier == nil {
            throw PipelineFailure(
                .badData,
                "incremental.cursor: no item has a value at \(settings.shownCursor); the first one without it is at \(firstUnmarked)")
        }
        do throws(IncrementalFault) {
            return try window.items().map { IncrementalState(identity: identity, position: .items($0)) }
        } catch {
            throw PipelineFailure(.badData, "incremental: \(error)")
        }
    }

    /// What the run asks for, in words.
    func explanation() throws -> String {
        guard let startValue, let shown = PageToken(startValue)?.shown else { return "reads all" }
        guard let (place, token) = try parameter() else { return "drops items older than \(shown)" }
        if case .query(let name) = place { return "asks for \(name.printable)=\(token.shown)" }
        return "sends \(token.shown) as \(place.phrase.printable)"
    }
}
