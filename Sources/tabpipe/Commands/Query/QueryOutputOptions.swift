/// The options of `query` that say how outputs are written.
struct QueryOutputOptions: Sendable {
    /// The indentation of a level.
    enum Indentation: Equatable, Sendable {
        /// No line breaks inside of values.
        case compact
        case spaces(Int)
        case tab
    }

    /// What follows an output, and how strings are written.
    enum Ending: Equatable, Sendable { case lineBreak, none, zero }

    private static let maxIndent = 7

    let indentation: Indentation
    let ending: Ending
    /// Whether strings are written without quotation marks.
    let isRaw: Bool
    let isASCII: Bool
    let sortsKeys: Bool
    /// Whether there are colors; nil if the terminal decides.
    let usesColor: Bool?
    let isSequence: Bool
    let isUnbuffered: Bool

    /// - Parameter arguments: Those whose option `--seq` was read.
    init(arguments: inout ArgumentReader) {
        _ = arguments.flag("compact-output", short: "c", help: "Writes each output in one line.")
        let isPlain = arguments.flag("raw-output", short: "r", help: "Writes strings as they are, without quotation marks.")
        let isZero = arguments.flag("raw-output0", help: "As -r, with a zero byte behind each output in place of a line break.")
        let isJoined = arguments.flag("join-output", short: "j", help: "As -r, without line breaks behind the outputs.")
        isASCII = arguments.flag("ascii-output", short: "a", help: "Writes all characters but those of ASCII as escapes.")
        sortsKeys = arguments.flag("sort-keys", short: "S", help: "Sorts the keys of objects.")
        let isColored = arguments.flag("color-output", short: "C", help: "Writes colors, also to files and pipes.")
        let isMonochrome = arguments.flag("monochrome-output", short: "M", help: "Writes no colors.")
        _ = arguments.flag("tab", help: "Indents with tabs.")
        let spaces = arguments.integer("indent", in: 0...Self.maxIndent, default: 2, help: "Indents with N spaces; 0 is as -c.")
        isUnbuffered = arguments.flag("unbuffered", help: "Writes each output at once, with one worker.")
        isSequence = arguments.lastUse(of: ["seq"]) != nil
        usesColor = isMonochrome ? false : isColored ? true : nil
        isRaw = isPlain || isZero || isJoined
        ending = isZero ? .zero : isJoined ? .none : .lineBreak
        indentation =
            switch arguments.lastUse(of: ["compact-output", "tab", "indent"])?.name {
            case "compact-output": .compact
            case "tab": .tab
            default: spaces == 0 ? .compact : .spaces(spaces)
            }
    }
}
