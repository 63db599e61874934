internal import Checksums
internal import JSONParsing

/// The end record of a run: its counts, which add up, the identity of the pipeline, and the totals of the input.
struct EndRecord: Sendable {
    let counts: RunCounts
    /// The counts of all steps of the run.
    let steps: [StepCounts]
    let identity: RunIdentity
    /// The totals of the input; nil if the run took a part of it only.
    let input: JSONObject?

    /// The members of the record.
    var json: JSONObject {
        var end = counts.json
        end["steps"] = .array(steps.filter { $0.path.hasPrefix("stages") }.map { .object(Self.json(of: $0)) })
        for member in identity.json { end[member.key] = member.value }
        if let input { end["input"] = .object(input) } else { end["limited"] = .bool(true) }
        return end
    }

    /// The line of an envelope.
    var line: [UInt8] { Self.line(json) }

    /// The line with an end record.
    static func line(_ end: JSONObject) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(.object(["end": .object(end)]))
        writer.append(UInt8(ascii: "\n"))
        return writer.bytes
    }

    private static func json(of step: StepCounts) -> JSONObject {
        var counts: JSONObject = ["step": .string(step.path), "type": .string(step.type)]
        let numbers = [
            ("in", step.input), ("out", step.output), ("filtered", step.filtered), ("rejected", step.rejected), ("skipped", step.skipped),
            ("made", step.made),
        ]
        for (key, number) in numbers { counts[key] = .number(JSONNumber(number)) }
        return counts
    }
}

/// The identity of a run: the hashes of the pipeline file, of its parameters and of the files that it uses, and the version of the program.
/// Two runs with equal identities give the same output for the same input, unless one of the ``PipelinePlan/uncomparedFacts`` differs.
package struct RunIdentity: Sendable {
    /// SHA-256 of the bytes of the pipeline file.
    package private(set) var pipeline = ""
    /// SHA-256 of the parameters as JSON with sorted members and without spaces. Secret values count as their masks, so that a new token is
    /// no other run, and the hash gives no way to guess one.
    package private(set) var parameters = ""
    /// The SHA-256 hashes of files, by the path as the pipeline file has it: of files whose content is a part of the pipeline, and of programs
    /// and scripts that a step `exec` names by a relative path.
    package private(set) var files = JSONObject()
    /// The version of the program.
    private var version = TabpipeVersion.text

    init() {}

    /// Reads the files that a pipeline uses, and computes all hashes.
    ///
    /// - Parameters:
    ///   - text: The bytes of the pipeline file.
    ///   - parameters: The values of the parameters, with secrets masked.
    ///   - uses: Each file as the program opens it, and as the pipeline file names it.
    /// - Throws: ``PipelineFailure`` if a file can no longer be read.
    init(ofPipeline text: [UInt8], parameters values: JSONObject, files uses: [(path: String, written: String)]) throws {
        pipeline = SHA256Hasher.hex(of: text)
        parameters = SHA256Hasher.hex(of: try Self.canonical(.object(values)))
        for use in uses {
            guard FilePath.kind(of: use.path) == .regular else { continue }
            let hash = JSONValue.string(try Self.hash(ofFile: use.path, called: use.written))
            // One relative path can name two files, if pipeline files in different folders contain it.
            files[files[use.written].map { $0 == hash } ?? true ? use.written : use.path] = hash
        }
    }

    /// Reads the members of an end record.
    init(json: JSONObject) {
        pipeline = json["pipeline"]?.string ?? ""
        parameters = json["parameters"]?.string ?? ""
        files = json["files"]?.object ?? [:]
        version = json["version"]?.string ?? ""
    }

    /// The members of an end record.
    var json: JSONObject {
        var json: JSONObject = ["pipeline": .string(pipeline), "parameters": .string(parameters), "version": .string(version)]
        if !files.isEmpty { json["files"] = .object(files) }
        return json
    }

    /// The names of the parts that differ from another run's; empty if both runs are of one pipeline.
    package func differences(from other: RunIdentity) -> [String] {
        var differences: [String] = []
        if pipeline != other.pipeline { differences.append("pipeline") }
        if parameters != other.parameters { differences.append("set of parameters") }
        if JSONValue.object(files) != .object(other.files) { differences.append("set of used files") }
        if version != other.version { differences.append("version") }
        return differences
    }

    private static func hash(ofFile path: String, called name: String) throws -> String {
        do throws(SystemError) {
            var hash = SHA256Hasher()
            try FileDescriptor.readPieces(ofFile: path) { hash.update($0) }
            return hash.hex()
        } catch {
            throw PipelineFailure(.inputMissing, "\(name.printable) cannot be read: \(error.reason)")
        }
    }

    /// JSON without spaces and with members in the order of their names.
    private static func canonical(_ value: JSONValue) throws -> [UInt8] {
        var writer = JSONWriter()
        try write(value, to: &writer)
        return writer.bytes
    }

    private static func write(_ value: JSONValue, to writer: inout JSONWriter) throws {
        switch try value.decoded() {
        case .object(let object):
            writer.append(UInt8(ascii: "{"))
            for (index, member) in object.sorted(by: { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }).enumerated() {
                if index > 0 { writer.append(UInt8(ascii: ",")) }
                writer.write(member.key)
                writer.append(UInt8(ascii: ":"))
                try write(member.value, to: &writer)
            }
            writer.append(UInt8(ascii: "}"))
        case .array(let elements):
            writer.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { writer.append(UInt8(ascii: ",")) }
                try write(element, to: &writer)
            }
            writer.append(UInt8(ascii: "]"))
        case let other: writer.write(other)
        }
    }
}

/// The folder of an end record. The record contains the paths of files relative to this folder, such as `../tables/a.csv`. So record and
/// files can be moved together, and shards that were started in different folders write the same path for a file.
struct EndRecordFolder {
    private let path: String
    /// The names in the resolved path of the folder.
    private let start: [String]
    /// The names in the resolved paths of other folders. A cache, because many files share a folder.
    private var known: [String: [String]] = [:]

    /// - Parameter record: The path of the record.
    init(of record: String) {
        path = FilePath.split(record).folder
        start = Self.names(onTheWayTo: path)
    }

    /// The path of a file in the record. Symbolic links to folders are resolved, because `..` behind a link leads elsewhere. A link to the
    /// file itself is kept.
    mutating func name(of file: String) -> String {
        let (folder, name) = FilePath.split(file)
        let end = known[folder] ?? Self.names(onTheWayTo: folder)
        known[folder] = end
        let common = zip(start, end).prefix { $0.utf8.elementsEqual($1.utf8) }.count
        return (start.dropFirst(common).map { _ in ".." } + end.dropFirst(common) + [name]).joined(separator: "/")
    }

    /// The name of an input in the record: that of its file, or what messages show of a URL, a secret path or standard input.
    mutating func name(of input: Input) -> String {
        guard case .file(let path) = input, !path.isSecret else { return input.shown }
        return name(of: path.value)
    }

    /// The path of the file with a name in the record.
    func place(of name: String) -> String { path == "." ? name : "\(path == "/" ? "" : path)/\(name)" }

    private static func names(onTheWayTo folder: String) -> [String] {
        FilePath.names(in: CanonicalPath.resolved(folder)).filter { !$0.isEmpty }
    }
}

extension InputTallies {
    /// The members of an end record about its inputs: for inputs that a group of runs shares, their number and the hash of their names; and
    /// the inputs of this run in the order of reading.
    ///
    /// - Parameter isWhole: Whether the run has read its inputs to their end, so that the totals of each are those of the input.
    func facts(isWhole: Bool, in folder: inout EndRecordFolder) -> JSONObject {
        let (read, division) = read
        var facts = JSONObject()
        if let division {
            facts["inputs"] = .number(JSONNumber(division.all.count))
            facts["list"] = .string(Self.hash(of: division.all.map { folder.name(of: $0) }))
        }
        let own = division?.own ?? read.map(\.input)
        facts["input"] = .array(
            own.enumerated().map { number, input in
                var object: JSONObject = ["path": .string(folder.name(of: input))]
                guard isWhole, number < read.count else { return .object(object) }
                for member in read[number].tally.totals.json { object[member.key] = member.value }
                return .object(object)
            })
        return facts
    }
}
