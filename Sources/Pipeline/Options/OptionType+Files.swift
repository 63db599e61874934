internal import JSONParsing

// Files that are a part of the configuration, such as a style sheet. They are read with the pipeline file.
extension OptionType where Value == [UInt8] {
    /// The path of a file, which is read. The result is its bytes.
    ///
    /// - Parameter limit: The largest length in bytes.
    public static func fileContent(limit: Int) -> Self {
        Self(kind: .path, placeholder: []) { $0.readFile($1, $2, limit: limit)?.bytes }
    }
}

extension OptionType {
    /// The path of a JSON file with an object. Paths in that file are relative to it.
    ///
    /// - Parameter read: Reads the options of the object.
    public static func objectInFile(_ read: @escaping (inout OptionReader) -> Value) -> Self {
        var description = OptionReader.describing
        return Self(kind: .path, placeholder: read(&description)) { $0.readObject(inFile: $1, $2, read) }
    }
}

extension OptionReader {
    /// Reads a file that a value names; nil after it has reported a problem.
    fileprivate mutating func readFile(_ value: ConfigValue, _ key: String, limit: Int) -> (path: String, bytes: [UInt8])? {
        guard let path = readPath(value, key) else { return nil }
        do {
            return (path.value, try InputFile.readAll(.file(path), limit: limit))
        } catch {
            report((error as? PipelineFailure)?.message ?? "\(error)", at: value.range, key: key)
            return nil
        }
    }

    /// Reads a file that a value names and that is a part of the configuration; nil after it has reported a problem.
    mutating func configFile(_ value: ConfigValue, _ key: String) -> (path: String, bytes: [UInt8])? {
        if let path = value.contentFile, case .string(let content) = value.content {
            // A node `$file` gives the text of the file. The options are no secrets.
            publicTexts.insert(content)
            return (path, Array(content.utf8))
        }
        return readFile(value, key, limit: InputFile.maxConfigBytes)
    }

    /// Reads the object in a JSON file; nil after it has reported a problem.
    fileprivate mutating func readObject<Value>(inFile value: ConfigValue, _ key: String, _ read: (inout OptionReader) -> Value) -> Value? {
        guard let (path, text) = configFile(value, key) else { return nil }
        let file = ConfigFile(name: path, text: text)
        do throws(JSONError) {
            var nodes = ValueNodeResolver(parameters: [:], environment: [:], directory: FilePath.split(path).folder, text: text)
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
