internal import HTTP
internal import HTTPReading
internal import JSONParsing
internal import Pipeline
internal import SourcesRemote
internal import WebAddresses

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// `tabpipe infer URL|FILE`
struct InferCommand: Command {
    static let name = "infer"
    static let group = CommandGroup.make
    static let summary = "Looks at the first answer of an API, or at a file, and prints a pipeline file for it."
    static let details: String? =
        "It sends one request, and reads at most 4 MiB. Each guess has its reason in a `description`. The file runs as it is; `tabpipe peek` "
        + "shows its records. Secrets do not get into it: it names environment variables instead."
    static let examples = [
        "tabpipe infer https://api.example.com/items > items.json", "tabpipe infer export.json",
        "tabpipe infer https://api.example.com/items --bearer-env API_TOKEN --header 'Accept: application/json'",
    ]
    /// The largest number of JSON Lines to parse.
    private static let maxLines = 200

    private let input: String
    private let headers: [SampleRequest.Header]
    /// The environment variable with a token.
    private let bearer: String?

    init(arguments: inout ArgumentReader) {
        input = arguments.urlOrFile()
        headers = arguments.headers()
        bearer = arguments.optionalText(
            "bearer-env", value: "NAME", help: "The environment variable with the token for the header Authorization.")
        if bearer != nil, headers.contains(where: \.isSecret) {
            arguments.complain("--bearer-env and --header with a secret cannot be used together")
        }
    }

    func run(in context: CommandContext) async throws -> Int32 {
        let token = try bearer.map { name in
            guard let token = ProcessInfo.processInfo.environment[name], !token.isEmpty else {
                throw UsageError("--bearer-env names \(name.printable), which is not set")
            }
            return token
        }
        let source = Pipeline.Input(input)
        if case .web = source {
        } else if token != nil || !headers.isEmpty {
            throw UsageError("--header and --bearer-env apply only to URLs; \"\(input.printable)\" is a file")
        }
        if FilePath.kind(of: input) == .folder {
            throw PipelineFailure(.inputMissing, "\(input.printable) is a folder; name one of the files in it")
        }
        let request = SampleRequest(headers: headers, token: token)
        let run = RunContext(RunNetwork())
        context.console.hide(run.secrets)
        run.secrets.insert(partsOf: input)
        let answer = try await InputSample(source, request, in: run)
        let inferred = try inferred(from: answer, source, request, context.console)
        context.console.writeOutput(InferredPipeline(name: name(of: source), source: inferred).text)
        if !inferred.variables.isEmpty {
            context.console.info("it reads the environment: \(inferred.variables.joined(separator: ", "))")
        }
        return ExitCode.done
    }

    private func inferred(from answer: InputSample, _ source: Pipeline.Input, _ request: SampleRequest, _ console: Console) throws
        -> InferredSource
    {
        let shown = source.shown.printable
        var bytes = answer.bytes
        if let mark = try? ByteOrderMark.lengthToSkip(in: bytes) { bytes.removeFirst(mark) }
        guard bytes.contains(where: { $0 > 0x20 }) else { throw PipelineFailure(.badData, "\(shown): there is nothing to look at") }
        let address = InferredAddress(input)
        let credentials = InferredCredentials(address, request, bearer: bearer)
        var from = InferredInput(file: input)
        if case .web = source {
            from = InferredInput(
                address, credentials, ofRequest: InferredCredentials(InferredAddress(address.url), request, bearer: bearer))
            if credentials.omitsUser {
                console.warning("the user and the password of the URL are left out: the file has other credentials")
            }
        }
        if answer.isWhole, let document = try? JSONValue(parsing: bytes) {
            guard case .web = source else { return InferredSource(document: document, isWhole: true, from: from) }
            let inferred = InferredSource(page: document, answer: answer, address: address, credentials)
            if let failure = answer.failure(in: document) { console.warning("\(shown): \(failure); is this the answer that you want?") }
            return inferred
        }
        let lines = lines(of: bytes, isWhole: answer.isWhole)
        if lines.count > 1 { return InferredSource(lines: lines, from: from) }
        if !answer.isWhole, let text = TruncatedJSON.completed(bytes), let document = try? JSONValue(parsing: text) {
            return InferredSource(document: document, isWhole: false, from: from)
        }
        if let foreign = answer.foreignContent { throw PipelineFailure(.badData, "\(shown): \(foreign)") }
        do throws(TableFault) {
            if let rows = try answer.rows() { return InferredSource(rows: rows, from: from) }
        } catch {
            throw PipelineFailure(.badData, "\(shown): \(error.message.printable)")
        }
        throw PipelineFailure(
            .badData, "\(shown): expected JSON, JSON Lines or CSV, found something else\(LegacyEncoding.hint(for: bytes))")
    }

    /// The first lines that are JSON; empty if a line is not.
    private func lines(of bytes: [UInt8], isWhole: Bool) -> [JSONValue] {
        var values: [JSONValue] = []
        for line in Lines(bytes) where line.contains(where: { $0 > 0x20 }) {
            // The rest of the last line may be missing.
            if values.count == Self.maxLines || !isWhole && line.endIndex == bytes.count { break }
            guard let value = try? JSONValue(parsing: Array(line)) else { return [] }
            values.append(value)
        }
        return values
    }

    /// A name from the last part of the path, such as `issues`.
    private func name(of source: Pipeline.Input) -> String {
        guard source != .standardInput else { return "pipeline" }
        let path: String
        if case .web = source { path = PercentEncoding.decoded(String(URLReference(input).path)) } else { path = input }
        let last = path.split(separator: "/").last.map(String.init) ?? "pipeline"
        let stem = last.split(separator: ".").first.map(String.init) ?? "pipeline"
        let letters = stem.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        let name = String(letters).split(separator: "-").joined(separator: "-")
        return name.isEmpty ? "pipeline" : name
    }
}
