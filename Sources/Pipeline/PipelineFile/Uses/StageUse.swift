internal import JSONParsing

/// A step that stands for the stages of another file: `{ "use": "cleaning.json", "with": { "field": "body" } }`.
package struct StageUse {
    /// The path of the file, relative to the current directory.
    let file: String
    /// The place of the file's name in the using file.
    let range: Range<Int>
    /// The values for parameters of the file.
    let given: [ConfigValue.Member]
    /// The stages of the file as `explain` has printed them; nil if the step does not list them.
    let listed: ConfigValue?

    /// Limit of files of which each uses the next one, the pipeline file included.
    static let maxDepth = 16
    /// Limit of files that one pipeline uses, each counted as often as it is used.
    static let maxCount = 1_000

    /// Keys that other programs have for files that are read in.
    private static let otherNames = ["uses", "include", "import", "ref", "file", "stages"]

    /// Whether a step stands for the stages of another file.
    static func isUse(_ step: ConfigValue) -> Bool { step.member("use") != nil && step.member("type") == nil }

    /// The advice on a stage without a type that seems to name a file; nil for others.
    static func advice(on step: ConfigValue) -> String? {
        otherNames.contains { step.member($0) != nil } ? "{ \"use\": \"FILE\" } brings in the stages of another file" : nil
    }

    /// Reads the options of such a step.
    ///
    /// - Returns: nil after a problem was reported.
    init?(_ options: inout OptionReader) {
        let file = options.usedFile()
        let given = options.givenValues()
        listed = options.listedStages()
        _ = options.stepDescription()
        guard let (file, range) = file, let given else { return nil }
        self.file = file
        self.range = range
        self.given = given
    }

    /// The declarations of the options, for the schema.
    package static let declarations: [OptionDeclaration] = {
        var options = OptionReader.describing
        _ = StageUse(&options)
        return options.declarations
    }()
}

extension OptionReader {
    /// Reads the path of the file; nil after a problem was reported.
    fileprivate mutating func usedFile() -> (path: String, range: Range<Int>)? {
        let help = "A file whose stages stand here. Its own source and sinks are not read."
        guard let value = declare("use", .path, isRequired: true, default: nil, help: help) else { return nil }
        if let secret = value.secretName {
            report("the file cannot come from \(secret.printable): messages quote its name", at: value.range, key: "use")
            return nil
        }
        guard case .string(let text) = value.content, case .file = Input(text) else {
            reportWrongKind(value, "use", expected: "the path of a file")
            return nil
        }
        return readPath(value, "use").map { ($0.value, value.range) }
    }

    /// Reads the stages that the step lists.
    fileprivate mutating func listedStages() -> ConfigValue? {
        declare(
            "stages", .json, isRequired: false, default: nil,
            help: "The stages of the file as `explain` prints them. A run checks that the file still has these.", isTemplate: false)
    }

    /// Reads the values for parameters of the file; nil after a problem was reported.
    fileprivate mutating func givenValues() -> [ConfigValue.Member]? {
        let help = "Values for the parameters of the file, as JSON."
        guard let value = declare("with", .json, isRequired: false, default: nil, help: help, isTemplate: false) else { return [] }
        guard case .object(let members) = value.content else {
            reportWrongKind(value, "with", expected: "an object with values of parameters")
            return nil
        }
        return members
    }
}
