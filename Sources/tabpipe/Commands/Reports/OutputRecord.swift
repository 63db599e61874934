internal import JSONParsing

/// An output of a run in a report, and what became of it.
struct OutputRecord: Sendable {
    /// The end of an output.
    enum Result: String, Sendable {
        /// It is new or has changed.
        case written
        /// It had the same content already.
        case unchanged
        /// Records went to a stream.
        case sent
        /// It stays as it was before the run.
        case kept
        /// The run put new records behind the earlier ones.
        case appended
        /// The run removed the file of an earlier run.
        case removed
        /// The run wrote nothing.
        case dryRun = "dry run"
    }

    /// The option that names the output, such as `sinks[0].to`.
    let place: String
    /// The path as messages show it.
    let path: String
    let result: Result
    /// The number of files that are new or have changed; nil if the output does not count files.
    var written: Int?
    /// The number of files that had the same content already.
    var unchanged: Int?

    var json: JSONObject {
        var object: JSONObject = ["place": .string(place), "path": .string(path), "result": .string(result.rawValue)]
        if let written { object["files_written"] = .number(JSONNumber(written)) }
        if let unchanged { object["files_unchanged"] = .number(JSONNumber(unchanged)) }
        return object
    }
}
