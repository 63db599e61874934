internal import JSONParsing
internal import SourcesLocal

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

    /// Whether values inside of long texts may be read one by one.
    var canStream: Bool { !isNull && !slurps && !isRaw && !isSequence && !streamsEvents && !reportsErrors }

    /// Whether all inputs are one text.
    var isWholeText: Bool { isRaw && slurps }

    /// The format of the inputs.
    ///
    /// - Parameter path: The path to the values inside of long texts.
    func format(path: [JSONPathStep]?) -> TextFormat {
        if isRaw { return slurps ? .text : .lines }
        if streamsEvents || reportsErrors { return .events(reportsErrors: reportsErrors) }
        return isSequence ? .sequence : .json(path: path)
    }
}
