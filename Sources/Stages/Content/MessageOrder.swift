internal import CivilCalendar
internal import JSONParsing
internal import Pipeline

/// The order in which the messages of a thread are shown: the oldest first.
public enum MessageOrder: String, CaseIterable, Sendable {
    /// The dates decide whether the messages are reversed or sorted.
    case auto
    /// The order in which the messages came.
    case asIs = "as_is"
    /// The order of the dates.
    case date

    /// The change that ``EmailThread/arrange(_:)`` made to the order of messages.
    public enum Arrangement: Equatable, Sendable {
        /// The messages stay as they came.
        case untouched
        /// The newest message came first.
        case reversed
        /// The messages came in no order, and are sorted.
        case sorted
        /// The messages are sorted because the option wants it. The number of messages without a readable date is `undated`: each of them
        /// stays behind the message before it.
        case dated(undated: Int)
        /// The messages stay as they came, because some have no readable date. The value is the number of these.
        case undated(Int)
    }

    /// Returns the messages in order, and the change of their order.
    ///
    /// Messages with equal dates keep their order, unless all messages are reversed. If any date has no time, all messages are compared by
    /// day. With ``date``, a message without a date stays behind the message before it.
    func arranged(_ messages: [EmailThread.Message]) -> (messages: [EmailThread.Message], arrangement: Arrangement) {
        guard self != .asIs, messages.count > 1 else { return (messages, .untouched) }
        let dates = messages.map(\.date)
        let undated = dates.count { $0 == nil }
        if undated > 0, self == .auto || undated == dates.count { return (messages, .undated(undated)) }
        let hasTimes = dates.allSatisfy { $0?.hasTime != false }
        let moments = Self.filled(dates.map { $0.map { hasTimes ? $0.order : $0.dayOrder } })
        let pairs = zip(moments, moments.dropFirst())
        if pairs.allSatisfy({ $0 <= $1 }) { return (messages, undated == 0 ? .untouched : .dated(undated: undated)) }
        if undated == 0, pairs.allSatisfy({ $0 >= $1 }) { return (messages.reversed(), .reversed) }
        let places = moments.indices.sorted { (moments[$0], $0) < (moments[$1], $1) }
        return (places.map { messages[$0] }, self == .auto ? .sorted : .dated(undated: undated))
    }

    /// Gives each message without a date that of the message in front of it, so that it stays behind it; the first ones get the next date.
    private static func filled(_ moments: [ISODate.Order?]) -> [ISODate.Order] {
        guard var last = moments.lazy.compactMap(\.self).first else { return [] }
        return moments.map { moment in
            last = moment ?? last
            return last
        }
    }
}

extension EmailThread.Message {
    /// The date; nil if it is missing or cannot be read.
    fileprivate var date: ISODate? {
        guard let value = object[EmailThread.date.name], let text = value.number?.text ?? value.string else { return nil }
        return ISODate(ofMessage: text)
    }
}
