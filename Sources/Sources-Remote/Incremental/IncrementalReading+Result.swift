internal import JSONParsing
internal import Pipeline
internal import SourcesLocal

// What a run leaves and says.
extension IncrementalReading {
    /// A sentence that a run says at its end.
    struct Warning {
        let text: String
        /// Whether it is about records that the outputs may miss, so that even a quiet run says it.
        let mayMissRecords: Bool
    }

    /// The warning about items without a cursor; nil if there are none.
    private var unmarkedWarning: String? {
        guard counts.unmarked > 0, let firstUnmarked = items.firstUnmarked else { return nil }
        return "\(counts.unmarked) item\(counts.unmarked == 1 ? " has" : "s have") no value at \(settings.shownCursor), such as that at "
            + "\(firstUnmarked); every run delivers them"
    }

    /// Ends the choice of items, after the whole list was read. Call this before ``state()``.
    ///
    /// - Returns: The warnings about the cursors.
    /// - Throws: ``PipelineFailure`` of the kind `badData`.
    mutating func finish() throws -> [Warning] {
        let future: [String]
        do throws(IncrementalFault) {
            future = try items.finish(settings.future)
        } catch {
            throw PipelineFailure(.badData, "incremental: \(error)")
        }
        return [unmarkedWarning].compactMap { $0 }.map { Warning(text: $0, mayMissRecords: false) }
            + future.map { Warning(text: $0, mayMissRecords: items.mayMissItems) }
            + [items.orderWarning].compactMap { $0 }.map { Warning(text: $0.text, mayMissRecords: $0.mayMissItems) }
            + [startWarning, textOrderWarning, kindWarning].compactMap { $0 }.map { Warning(text: $0, mayMissRecords: true) }
    }

    /// The warning about a start in the future; nil if it is none.
    private var startWarning: String? {
        guard isStartInFuture, let from = settings.from else { return nil }
        return "\"from\" is \(from.shown), which is in the future; runs read nothing that changes before that time"
    }

    /// The warning about texts whose order is not that of time, so that new items may count as older; nil if there is none.
    private var textOrderWarning: String? {
        guard let greatest = items.window.greatest, greatest.beginsWithDay else { return nil }
        return
            "cursors such as \(greatest.shown) are compared as texts, byte by byte, and new items may be dropped as older; a program such as "
            + #"(.date | strptime("%d.%m.%Y") | mktime) makes numbers of them"#
    }

    /// The warning about a start of another kind than the cursors, which the server probably does not understand; nil if there is none.
    private var kindWarning: String? {
        guard items.earlier == nil, settings.value == nil, settings.sendAs != nil, let from = settings.from,
            let greatest = items.window.greatest, let start = try? CursorValue(from.json), start.isTime != greatest.isTime
        else { return nil }
        return "this run sent \(start.shown), the value of \"from\", and the next one sends \(greatest.shown), which is of another kind; "
            + "\"value\" is a program that can convert it"
    }

    /// What the next run has to know, after the whole list was read.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `badData` if nothing in the list says how far the run has read.
    func state() throws -> IncrementalState {
        if case .response = settings.cursor {
            guard case .new(let token) = token else {
                throw PipelineFailure(.badData, "incremental.cursor: no page has a value at \(settings.shownCursor)")
            }
            return IncrementalState(identity: identity, position: .token(token))
        }
        if let firstUnmarked = items.firstUnmarked, items.markedCount == 0, items.earlier == nil {
            throw PipelineFailure(
                .badData,
                "incremental.cursor: no item has a value at \(settings.shownCursor); the first one without it is at \(firstUnmarked)")
        }
        do throws(IncrementalFault) {
            return IncrementalState(identity: identity, position: .items(try items.items()))
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
