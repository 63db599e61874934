internal import JSONParsing
internal import Pipeline

// What a run leaves and says.
extension IncrementalReading {
    /// The warning about items without a cursor; nil if there are none.
    var warning: String? {
        guard counts.unmarked > 0, let firstUnmarked else { return nil }
        return "\(counts.unmarked) item\(counts.unmarked == 1 ? " has" : "s have") no value at \(settings.shownCursor), such as that at "
            + "\(firstUnmarked); every run delivers them"
    }

    /// The warning about a greatest cursor in the future, behind which later changes stay unread; nil if there is none.
    ///
    /// A number may also count something else, such as ids. It counts as a time if another cursor is the number of a time up to now.
    ///
    /// - Parameter now: The time in seconds since 1970.
    func warning(at now: Double) -> String? {
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
