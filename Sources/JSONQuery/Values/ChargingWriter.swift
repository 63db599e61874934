import JSONParsing

/// Writes JSON and charges a run for it; long strings block by block.
struct ChargingWriter {
    private(set) var writer = JSONWriter()
    /// The run to charge; nil for messages.
    private let budget: QueryBudget?
    /// Limit of the text in bytes, for messages that show the beginning only.
    private let byteLimit: Int
    /// Length in bytes up to which the run has counted memory.
    private var chargedBytes = 0

    init(_ budget: QueryBudget?, byteLimit: Int = .max) {
        self.budget = budget
        self.byteLimit = byteLimit
    }

    var count: Int { writer.bytes.count }

    /// Charges for what is written next.
    ///
    /// - Parameter length: How long it is at least, in bytes.
    mutating func pay(for length: Int) throws {
        let needed = count + length
        guard let budget, needed > chargedBytes else { return }
        try budget.checkLength(needed)
        // The buffer doubles, and it still exists while the string is made from it.
        try budget.allocate(3 * needed)
        chargedBytes = 2 * needed
    }

    mutating func write(_ string: String) throws {
        let utf8 = string.utf8
        guard utf8.count > QueryBudget.blockBytes else {
            try pay(for: utf8.count)
            return writer.write(string)
        }
        let bytes = utf8.span
        append(UInt8(ascii: "\""))
        var start = 0
        while start < bytes.count, count <= byteLimit {
            let end = min(start + QueryBudget.blockBytes, bytes.count)
            try budget?.charge(bytes: end - start)
            // Escapes may make it longer than it is.
            try pay(for: start == 0 ? min(bytes.count, byteLimit) : end - start)
            writer.writeEscaped(bytes.extracting(start..<end))
            start = end
        }
        append(UInt8(ascii: "\""))
    }

    mutating func write(_ scalar: JSONValue) throws {
        if case .string(let string) = scalar { try write(string) } else { writer.write(scalar) }
    }

    mutating func append(_ byte: UInt8) { writer.append(byte) }

    mutating func append(_ ascii: borrowing String) { for byte in ascii.utf8 { writer.append(byte) } }
}
