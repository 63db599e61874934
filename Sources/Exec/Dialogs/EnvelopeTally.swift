internal import Pipeline

/// Counts what passes in the protocol `envelope`, and compares it with the last line.
struct EnvelopeTally: Sendable, Equatable {
    /// What was sent; nil for a program that reads nothing.
    var sent: (lines: Int, bytes: Int)?
    private(set) var ok = 0
    private(set) var rejected = 0
    private(set) var end: EnvelopeEnd?

    static func == (left: EnvelopeTally, right: EnvelopeTally) -> Bool {
        left.ok == right.ok && left.rejected == right.rejected && left.end == right.end && left.sent?.lines == right.sent?.lines
            && left.sent?.bytes == right.sent?.bytes
    }

    /// Counts a line.
    ///
    /// - Returns: What is wrong, as a clause whose subject is the program; nil if nothing is.
    mutating func count(_ line: EnvelopeLine) -> String? {
        if end != nil { return "wrote a line behind the line \"end\"" }
        switch line {
        case .ok: ok += 1
        case .reject: rejected += 1
        case .end(let end): self.end = end
        }
        return nil
    }

    /// What is wrong at the end of the output, as a clause whose subject is the program; nil if all adds up.
    var fault: String? {
        guard let end else { return "wrote no line \"end\", so its output is not complete" }
        if let sent {
            if end.read != sent.lines { return "counts \(end.read.counted("record")) as read, and \(sent.lines) were sent" }
            if let lines = end.inputLines, lines != sent.lines {
                return "counts \(lines.counted("line")) of input, and \(sent.lines) were sent"
            }
            if let bytes = end.inputBytes, bytes != sent.bytes {
                return "counts \(bytes.counted("byte")) of input, and \(sent.bytes) were sent"
            }
        }
        if end.written != ok { return "counts \(end.written.counted("record")) as written, and \(ok) came" }
        if end.rejected != rejected { return "counts \(end.rejected.counted("record")) as rejected, and \(rejected) came" }
        return nil
    }

    /// What is wrong with the sum of the counts of a stage, as a clause whose subject is the program; nil if no record is missing.
    var sumFault: String? {
        guard let end else { return nil }
        let (given, isTooLarge) = end.read.addingReportingOverflow(end.made)
        let (explained, isSumTooLarge) = end.filtered.addingReportingOverflow(ok + rejected)
        guard isTooLarge || isSumTooLarge || given != explained else { return nil }
        return
            "counts read \(end.read) + made \(end.made), but written \(end.written) + filtered \(end.filtered) + rejected \(end.rejected): "
            + "\"end\" has to name records that were dropped as \"filtered\", and further ones as \"made\""
    }
}
