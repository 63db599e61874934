import Foundation
import TestSupport

/// The validator of JSON Schema in Python's package jsonschema.
enum SchemaValidator {
    private static let python = InstalledProgram.path(of: "python3")

    /// Whether Python and the package are installed.
    static let isAvailable = InstalledProgram.hasPythonModule("jsonschema")

    private static let program = """
        import json, sys, jsonschema
        schema = json.load(open(sys.argv[1]))
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        for line in open(sys.argv[2]): print("valid" if validator.is_valid(json.loads(line)) else "invalid")
        """

    /// Checks documents.
    ///
    /// - Parameters:
    ///   - documents: JSON texts of one line each.
    ///   - schema: The JSON Schema.
    /// - Returns: For each document, whether it is valid; nothing if the schema is none.
    static func areValid(_ documents: [String], by schema: String) async throws -> [Bool] {
        try await ChildProcess.permits.withPermit {
            let folder = try ScratchFolder()
            let files = [
                try folder.write(schema, to: "schema.json"),
                try folder.write(documents.map { $0 + "\n" }.joined(), to: "documents.jsonl"),
            ]
            let output = try folder.write("", to: "output")
            let program = try ChildProcess(python ?? "", ["-c", program] + files) { process in
                let file = FileHandle(forWritingAtPath: output)
                process.standardOutput = file
                return [file]
            }
            _ = await program.exit()
            return try folder.read("output").split(separator: "\n").map { $0 == "valid" }
        }
    }
}
