/// An operand of a command line, as its command declares it: a word that belongs to no option.
struct CommandOperand: Sendable {
    /// What the words of an operand can be.
    enum Value: Sendable {
        /// Paths of files.
        case path
        /// The name of a template and the path of a file, either of them alone, or a keyword and a name after it.
        case newFile(templates: [String], keyword: String)
        /// One of these words.
        case choice([String])
        /// A program of the jq language.
        case program
        /// The name of a command.
        case command
        /// The name of a source, stage or sink.
        case component
    }

    /// What help shows for one word.
    let name: String
    let value: Value
    /// How many words the operand takes.
    let count: ClosedRange<Int>
    /// Whether help leaves the operand out: the completion scripts use it, and people do not.
    var isHidden = false

    /// The operand as the synopsis of its command shows it, such as `[FILE…]`.
    var synopsis: String {
        if case .newFile(let templates, let keyword) = value {
            return "[[\(templates.joined(separator: "|"))] [\(name)] | \(keyword) NAME]"
        }
        let words = count.upperBound > 1 ? "\(name)…" : name
        return count.lowerBound == 0 ? "[\(words)]" : words
    }
}
