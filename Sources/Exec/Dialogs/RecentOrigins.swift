internal import Pipeline

/// The origins of the last lines that were sent, by the number of the line.
struct RecentOrigins {
    /// The greatest number of lines between a record and its reject.
    private static let capacity = 1 << 16

    private var origins: [Origin] = []
    private var count = 0

    mutating func append(_ origin: Origin) {
        if origins.count < Self.capacity { origins.append(origin) } else { origins[count % Self.capacity] = origin }
        count += 1
    }

    /// The origin of a line, counted from 1; nil for lines that were not sent or are too far back.
    subscript(line: Int) -> Origin? {
        line >= 1 && line <= count && line > count - Self.capacity ? origins[(line - 1) % Self.capacity] : nil
    }
}
