internal import Pipeline

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

extension ArgumentReader {
    /// The words of `new`: a template and the path of a file, either of them, or a keyword and the name after it.
    ///
    /// A first word that ends in `.json` is a path; another one is a template.
    ///
    /// - Returns: The template, the file, and the name after the keyword; nil for those that are not given. A missing name is a fault, and
    ///   empty.
    mutating func newFile(keyword: String) -> (template: PipelineTemplate?, file: String?, name: String?) {
        let templates = PipelineTemplate.allCases.map(\.rawValue)
        let words = take(CommandOperand(name: "FILE", value: .newFile(templates: templates, keyword: keyword), count: 0...2))
        guard let first = words.first else { return (nil, nil, nil) }
        if first == keyword {
            if words.count == 1 { complain("NAME is missing") }
            return (nil, nil, words.dropFirst().first ?? "")
        }
        if let template = PipelineTemplate(rawValue: first) { return (template, words.dropFirst().first, nil) }
        if first.hasSuffix(".json") || first == "-" {
            if words.count > 1 { complain(UsageError.extraWord(words[1]).message) }
            return (nil, first, nil)
        }
        let near = DidYouMean.hint(for: first, in: templates + [keyword])
        let others = "; there are \(templates.joined(separator: ", ")); a file to write ends in .json"
        complain("no template is called \"\(first.printable)\"\(near.isEmpty ? others : near)")
        return (nil, nil, nil)
    }
}

/// Creates files that the user is to edit, and never replaces an existing file.
enum NewFile {
    /// Creates a file.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `cannotCreate`, also if the path exists, or `cannotWrite`.
    static func write(_ text: String, to file: String) throws(PipelineFailure) {
        do throws(SystemError) {
            let output = try FileDescriptor(opening: file, flags: O_WRONLY | O_CREAT | O_EXCL)
            try fill(output, with: text, at: file)
        } catch {
            throw failure(error, of: file)
        }
    }

    /// Writes the content of a new file. After a failure, removes the incomplete file, so that the next try can create it.
    private static func fill(_ output: borrowing FileDescriptor, with text: String, at file: String) throws(SystemError) {
        do throws(SystemError) {
            try output.write(Array(text.utf8).span)
        } catch {
            try? FilePath.remove(file)
            throw error
        }
    }

    /// Returns the failure for a system error about a new file or folder.
    static func failure(_ error: SystemError, of file: String) -> PipelineFailure {
        let reason = error.code == EEXIST ? "it exists already, and is not replaced" : error.reason
        return PipelineFailure(error.outputFailure, "\(file.printable) cannot be written: \(reason)")
    }
}
