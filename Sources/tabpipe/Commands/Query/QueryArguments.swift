internal import HTTP
internal import HTTPReading
internal import JSONParsing
internal import JSONQuery
internal import JSONStyling
internal import Pipeline
internal import SourcesLocal

/// The values that the command line gives to a program: `--arg` and its like, `--args` and `--jsonargs`.
struct QueryArguments: Sendable {
    /// The option that a named value comes from.
    private enum Kind: String, CaseIterable {
        case arg
        case argjson
        case slurpfile
        case rawfile

        var option: CommandOption {
            let (second, help) =
                switch self {
                case .arg: ("TEXT", "Sets $NAME to a string.")
                case .argjson: ("JSON", "Sets $NAME to a value.")
                case .slurpfile: ("FILE", "Sets $NAME to an array of the JSON texts of a file.")
                case .rawfile: ("FILE", "Sets $NAME to the text of a file.")
                }
            return CommandOption(name: rawValue, value: .pair(first: "NAME", second: second), help: help)
        }
    }

    /// The words that are paths of inputs.
    let files: [String]
    private let named: [(kind: Kind, use: CommandWords.OptionUse)]
    private let positional: [JSONValue]

    /// - Parameters:
    ///   - arguments: The command line.
    ///   - words: The words behind the program: paths, and values behind `--args` and `--jsonargs`.
    init(arguments: inout ArgumentReader, positional words: ArraySlice<String>) {
        let uses = Kind.allCases.map { kind in (kind, arguments.uses(of: kind.option)) }
        named = uses.flatMap { kind, uses in uses.map { (kind, $0) } }
        _ = arguments.flag("args", help: "The words behind it are strings: $ARGS.positional.")
        _ = arguments.flag("jsonargs", help: "The words behind it are JSON: $ARGS.positional.")
        var files: [String] = []
        var positional: [JSONValue] = []
        for (place, word) in zip(words.indices, words) {
            switch arguments.lastUse(of: ["args", "jsonargs"], beforeOperand: place)?.name {
            case "args": positional.append(.string(word))
            case "jsonargs":
                if let value = Self.value(word) {
                    positional.append(value)
                } else {
                    arguments.complain("--jsonargs wants JSON, found \"\(word.printable)\"")
                }
            default: files.append(word)
            }
        }
        self.files = files
        self.positional = positional
        for (kind, use) in named where kind == .argjson && Self.value(use.values[1]) == nil {
            arguments.complain("--argjson \(use.values[0].printable) wants JSON, found \"\(use.values[1].printable)\"")
        }
    }

    private static func value(_ text: String) -> JSONValue? {
        let bytes = Array(text.utf8)
        guard let value = try? JSONValue(parsing: bytes, limits: QueryInputFormat.limits, lastKeyWins: true) else { return nil }
        do throws(JSONError) {
            try JSONStyler.checkSurrogates(in: bytes.span)
            return value
        } catch {
            return nil
        }
    }

    /// Reads the files, and makes the variables of the program. Of equal names, the first of the command line counts.
    ///
    /// - Parameter limit: The longest file, in bytes.
    /// - Throws: `PipelineFailure` for a file that cannot be read.
    func variables(limit: Int) async throws -> QueryVariables {
        var values = JSONObject()
        for (kind, use) in named.sorted(by: { $0.use.position < $1.use.position }) where values[use.values[0]] == nil {
            values[use.values[0]] = try await Self.value(kind, use.values[1], limit: limit)
        }
        let all: JSONValue = ["positional": .array(positional), "named": .object(values)]
        return QueryVariables(values.map { (name: $0.key, value: $0.value) } + [(name: "ARGS", value: all)])
    }

    private static func value(_ kind: Kind, _ word: String, limit: Int) async throws -> JSONValue {
        switch kind {
        case .arg: return .string(word)
        case .argjson: return value(word) ?? .null  // the initializer has checked it
        case .rawfile:
            let document = try await WholeDocument(Pipeline.Input(word), limit: limit, in: RunContext(RunNetwork()))
            return .string(String(decoding: document.bytes, as: UTF8.self))
        case .slurpfile:
            var values: [JSONValue] = []
            do {
                try await QueryInput(Pipeline.Input(word), format: .json(path: nil)).read(in: RunContext(RunNetwork())) { batch in
                    values += batch.elements.map(\.value)
                    return true
                }
                for value in values {
                    var writer = JSONWriter()
                    writer.write(value)
                    try JSONStyler.checkSurrogates(in: writer.bytes.span)
                }
            } catch let fault as TextFault {
                throw PipelineFailure(.badData, "--slurpfile: \(fault.message)")
            } catch let error as JSONError {
                throw PipelineFailure(.badData, "--slurpfile: \(word.printable): \(error.message)")
            }
            return .array(values)
        }
    }
}

/// The options of `query` that say how inputs are read.
struct QueryInputOptions: Sendable {
    /// Whether the program runs once, with null, and takes inputs itself.
    let isNull: Bool
    /// Whether all inputs become one.
    let slurps: Bool
    private let isRaw: Bool
    private let isSequence: Bool
    private let streamsEvents: Bool
    private let reportsErrors: Bool

    init(arguments: inout ArgumentReader) {
        isNull = arguments.flag("null-input", short: "n", help: "Runs the program once, with null. `input` and `inputs` read the inputs.")
        isRaw = arguments.flag("raw-input", short: "R", help: "Reads lines of text as strings; with --slurp the whole text as one string.")
        slurps = arguments.flag("slurp", short: "s", help: "Reads all inputs into one array.")
        streamsEvents = arguments.flag("stream", help: "Reads each value as events: [path, leaf].")
        reportsErrors = arguments.flag("stream-errors", help: "As --stream, and invalid JSON is an event: [message, path].")
        isSequence = arguments.flag("seq", help: "Reads and writes JSON text sequences (RFC 7464): a record separator before each text.")
    }

    /// Whether values inside of long JSON texts may be streamed one by one.
    var canStream: Bool { !isNull && !slurps && !isRaw && !isSequence && !streamsEvents && !reportsErrors }

    /// Whether all inputs are one text.
    var isWholeText: Bool { isRaw && slurps }

    /// The format of the inputs.
    ///
    /// - Parameter path: The path to the values to stream out of long JSON texts; nil for whole texts.
    func format(path: [JSONPathStep]?) -> QueryInputFormat {
        if isRaw { return slurps ? .text : .lines }
        if streamsEvents || reportsErrors { return .events(reportsErrors: reportsErrors) }
        return isSequence ? .sequence : .json(path: path)
    }
}

/// The options of `query` that say how outputs are written.
struct QueryOutputOptions: Sendable {
    /// The indentation of a level.
    enum Indentation: Equatable, Sendable {
        /// No line breaks inside of values.
        case compact
        case spaces(Int)
        case tab
    }

    /// The byte that follows an output.
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

    /// - Parameter arguments: The command line, whose option `--seq` was read before.
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
