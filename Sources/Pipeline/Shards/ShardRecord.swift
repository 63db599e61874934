package import JSONParsing

/// An end record that was read from its file, and what can be checked with it.
package struct ShardRecord: Sendable {
    /// An input that the shard has read.
    package struct ReadInput: Sendable, Equatable {
        package let path: String
        package let bytes: Int
        package let xxh64: String
    }

    /// The ending of the names of end records.
    package static let suffix = ".end.json"
    private static let maxBytes = 64 << 20
    /// The members that say what ran.
    private static let identityKeys = ["pipeline", "parameters", "version", "files"]

    /// The path of the record.
    package let path: String
    /// All members.
    package let end: JSONObject
    package let index: Int
    package let count: Int
    /// The program of the key that divides the records; nil if inputs are divided.
    package let key: String?
    /// The number of inputs that the shards share, and a hash of their names; nil for other sources.
    package let division: String?
    package let inputs: [ReadInput]
    /// The outputs by their paths.
    package let outputs: [(path: String, facts: FileFacts)]
    /// The rejects file; empty for none.
    package let rejects: [(path: String, facts: FileFacts)]

    /// Reads a record.
    ///
    /// - Returns: nil if the file is no end record of a shard.
    package init?(at path: String) {
        guard let bytes = try? InputFile.readAll(.file(MaskedText(path)), limit: Self.maxBytes),
            let end = (try? JSONValue(parsing: bytes))?.object?["end"]?.object, let shard = end["shard"]?.object,
            let index = shard["index"]?.integer, let count = shard["of"]?.integer, 1...Shard.maxCount ~= count, 1...count ~= index,
            let inputs = shard["input"]?.array, let outputs = Self.files(end["outputs"]), let rejects = Self.files(end["rejects"])
        else { return nil }
        self.path = path
        self.end = end
        self.index = index
        self.count = count
        key = shard["by"]?.string
        division = shard["list"]?.string
        self.inputs = inputs.compactMap { input in
            guard let object = input.object, let path = object["path"]?.string, let bytes = object["bytes"]?.integer,
                let hash = object["xxh64"]?.string
            else { return nil }
            return ReadInput(path: path, bytes: bytes, xxh64: hash)
        }
        self.outputs = outputs
        self.rejects = rejects
        guard self.inputs.count == inputs.count else { return nil }
    }

    private static func files(_ value: JSONValue?) -> [(path: String, facts: FileFacts)]? {
        guard let object = value?.object else { return nil }
        let files = object.compactMap { member in FileFacts(json: member.value).map { (member.key, $0) } }
        return files.count == object.count ? files : nil
    }

    /// What ran, as text: equal for shards that belong together.
    package var identity: [(key: String, value: String)] {
        Self.identityKeys.map { ($0, (end[$0] ?? .null).compactText) }
    }

    /// The counts of the shard.
    package var counts: RunCounts {
        var counts = RunCounts()
        counts.read = number("read")
        counts.made = number("made")
        counts.written = number("written")
        counts.filtered = number("filtered")
        counts.rejected = number("rejected")
        counts.skipped = number("skipped")
        return counts
    }

    /// The number of inputs that all shards share; nil for sources whose inputs are not divided.
    package var divisionCount: Int? { end["shard"]?.object?["inputs"]?.integer }

    /// What differs from a pipeline: none if the shard is a result of it.
    package func differences(from identity: RunIdentity) -> [String] {
        var differences: [String] = []
        if end["pipeline"]?.string != identity.pipeline { differences.append("pipeline") }
        if end["parameters"]?.string != identity.parameters { differences.append("set of parameters") }
        if (end["files"] ?? .object([:])) != .object(identity.files) { differences.append("set of used files") }
        if end["version"]?.string != ProgramVersion.text { differences.append("version") }
        return differences
    }

    /// The number of records with a result, such as `written`; 0 if the record lacks it.
    package func number(_ key: String) -> Int { end[key]?.integer ?? 0 }

    /// The path of an output, which is relative to the folder of the record.
    package func place(of output: String) -> String {
        let folder = FilePath.split(path).folder
        return output.hasPrefix("/") || folder == "." || folder.isEmpty ? output : "\(folder)/\(output)"
    }

    /// The path of an output as the record has it: relative to the record's folder if it is below it, so that the folder can be moved.
    static func relative(_ path: String, to folder: String) -> String {
        if folder.isEmpty || folder == "." { return path }
        return path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
    }

    /// The faults of outputs and rejects that are missing or have changed, each as a sentence.
    package var outputFaults: [String] {
        (outputs + rejects).compactMap { output in
            let place = place(of: output.path)
            switch Result(catching: { try FileFacts(of: place) }) {
            case .failure(let error): return "\(place.printable) cannot be read: \(error.message)"
            case .success(nil): return "\(place.printable) is missing"
            case .success(let facts?) where facts == output.facts: return nil
            case .success: return "\(place.printable) has changed since the shard was written"
            }
        }
    }

    /// Whether a run would do the same again: it has the same identity and shard, and all inputs have the bytes that the shard has read.
    ///
    /// - Parameter inputs: The inputs that the run would read; nil for those that cannot be read twice, such as a URL.
    package func isResult(of shard: Shard, _ identity: RunIdentity, reading inputs: [String?]) -> Bool {
        guard index == shard.index, count == shard.count, key == shard.key?.source, differences(from: identity).isEmpty,
            inputs.count == self.inputs.count
        else { return false }
        return zip(inputs, self.inputs).allSatisfy { path, read in
            guard let path, path == read.path, FilePath.size(of: path) == read.bytes else { return false }
            return (try? FileFacts(of: path))?.xxh64 == read.xxh64
        }
    }
}
