internal import JSONParsing

// Files that are a part of the configuration, such as a style sheet. They are read with the pipeline file.
extension OptionReader {
    /// Reads the path of a file, and the file; nil if the option is missing or null.
    ///
    /// - Parameters:
    ///   - name: The key of the option.
    ///   - limit: The largest length in bytes.
    ///   - help: The purpose of the option in one sentence.
    /// - Returns: The bytes of the file.
    public mutating func optionalFile(_ name: String, limit: Int, help: String) -> [UInt8]? {
        let type = OptionType<[UInt8]>(kind: .path, placeholder: []) { $0.readFile($1, $2, limit: limit)?.bytes }
        return optional(name, type, help)
    }

    /// Reads a file that a value names; nil after it has reported a problem.
    private mutating func readFile(_ value: ConfigValue, _ key: String, limit: Int) -> (path: String, bytes: [UInt8])? {
        guard let path = readPath(value, key) else { return nil }
        do {
            return (path.value, try InputFile.readAll(.file(path), limit: limit))
        } catch {
            report((error as? PipelineFailure)?.message ?? "\(error)", at: value.range, key: key)
            return nil
        }
    }

    /// Reads the object in a JSON file; nil after it has reported a problem.
    mutating func readObject<Value>(inFile value: ConfigValue, _ key: String, _ read: (inout OptionReader) -> Value) -> Value? {
        let found: (path: String, bytes: [UInt8])?
        if let path = value.contentFile, case .string(let content) = value.content {
            // A node `$file` gives the text of the file. The options are no secrets.
            publicTexts.insert(content)
            found = (path, Array(content.utf8))
        } else {
            found = readFile(value, key, limit: InputFile.maxConfigBytes)
        }
        guard let (path, text) = found else { return nil }
        let file = ConfigFile(name: path, text: text)
        do throws(JSONError) {
            var nodes = ValueNodes(parameters: [:], environment: [:], directory: FilePath.split(path).folder, text: text)
            let object = nodes.resolve(try JSONSyntax(parsing: text), path: place(of: key))
            for problem in nodes.problems { report(problem.placed(in: file)) }
            secrets.formUnion(nodes.secrets)
            guard nodes.problems.isEmpty else { return nil }
            guard case .object = object.content else {
                report("expected an object, found \(object.phrase)", at: object.range, key: key, in: file)
                return nil
            }
            return readInside(object, key, in: (file, value.range), read: read).value
        } catch {
            report(JSONSyntaxHint.diagnostic(for: error, in: text).placed(in: file))
            return nil
        }
    }
}
