internal import JSONParsing

/// An end record that was read from its file.
package struct ShardRecord: Sendable {
    /// An input that the shard has read.
    struct ReadInput: Sendable, Equatable {
        let name: String
        /// The facts of its bytes; nil if the shard has read a part of it.
        let facts: FileFacts?
    }

    /// The ending of the names of end records.
    package static let suffix = ".end.json"
    private static let maxBytes = 64 << 20

    /// The path of the record.
    package let path: String
    /// What ran.
    package let identity: RunIdentity
    package let counts: RunCounts
    package let index: Int
    package let count: Int
    /// The program of the key that divides the records; nil if inputs are divided.
    package let key: String?
    /// The number of inputs that the shards share; nil for sources without a list of inputs.
    package let inputCount: Int?
    /// The hash of their names.
    let inputHash: String?
    let inputs: [ReadInput]
    /// All records that the shard has read, where a key divides them; nil if it has read a part of its input.
    let seen: SeenRecords?
    /// The outputs by their names in the record.
    let outputs: [(name: String, facts: FileFacts)]
    /// The rejects file; empty for none.
    let rejects: [(name: String, facts: FileFacts)]

    /// Reads a record. Opens no pipe and no device.
    ///
    /// - Throws: ``ShardRecordFault`` if the file is no complete end record of a shard, and so proves nothing.
    package init(at path: String) throws(ShardRecordFault) {
        guard FilePath.kind(of: path) == .regular else { throw ShardRecordFault("it is no file") }
        guard let bytes = try? InputFile.readAll(.file(MaskedText(path)), limit: Self.maxBytes) else {
            throw ShardRecordFault("it cannot be read")
        }
        guard let end = (try? JSONValue(parsing: bytes))?.object?["end"]?.object else {
            throw ShardRecordFault("it is not JSON with a member \"end\"; it may be cut off")
        }
        guard let shard = end["shard"]?.object, let index = shard["index"]?.integer, let count = shard["of"]?.integer,
            1...Shard.maxCount ~= count, 1...count ~= index
        else { throw ShardRecordFault("it has no number of a shard") }
        guard let inputs = shard["input"]?.array?.map(Self.input), !inputs.contains(where: { $0 == nil }) else {
            throw ShardRecordFault("its inputs are incomplete")
        }
        guard let outputs = Self.files(end["outputs"]), let rejects = Self.files(end["rejects"]) else {
            throw ShardRecordFault("its outputs are incomplete")
        }
        self.path = path
        identity = RunIdentity(json: end)
        counts = try RunCounts(json: end)
        self.index = index
        self.count = count
        key = shard["by"]?.string
        inputCount = shard["inputs"]?.integer
        inputHash = shard["list"]?.string
        self.inputs = inputs.compactMap { $0 }
        seen = SeenRecords(json: shard["seen"])
        self.outputs = outputs
        self.rejects = rejects
    }

    private static func input(_ value: JSONValue) -> ReadInput? {
        guard let name = value.object?["path"]?.string else { return nil }
        return ReadInput(name: name, facts: FileFacts(json: value))
    }

    private static func files(_ value: JSONValue?) -> [(name: String, facts: FileFacts)]? {
        guard let object = value?.object else { return nil }
        // The program writes relative names alone.
        let files = object.filter { !$0.key.hasPrefix("/") }.compactMap { member in
            FileFacts(json: member.value).map { (member.key, $0) }
        }
        return files.count == object.count ? files : nil
    }

    /// The number of a shard and of all shards in the name of an end record, such as `00003-of-00100.end.json`; nil if there is none.
    package static func shard(inName name: String) -> (index: Int, count: Int)? {
        guard let match = name.firstMatch(of: #/([0-9]{5})-of-([0-9]{5})/#), let index = Int(match.1), let count = Int(match.2),
            1...Shard.maxCount ~= count, 1...count ~= index
        else { return nil }
        return (index, count)
    }

    /// The paths of the outputs and of the rejects file.
    package var files: [String] { (outputs + rejects).map { place(of: $0.name) } }
    /// The path of the rejects file; nil for none.
    package var rejectsFile: String? { rejects.first.map { place(of: $0.name) } }

    func place(of name: String) -> String { RecordFolder(of: path).place(of: name) }
}
