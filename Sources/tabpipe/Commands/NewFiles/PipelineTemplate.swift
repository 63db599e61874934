internal import Pipeline

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// A pipeline file to start from: one for each main job.
enum PipelineTemplate: String, CaseIterable {
    case markdown, threads, site, api, wordpress, feed

    /// The file that the pipelines read if they get no other one. No pipeline file has this name.
    static let input = "input.json"

    /// The file that `tabpipe new` writes where no template is named.
    static let plain = """
        {
          "name": "my-pipeline",
          "description": "What it is for.",
          "parameters": { "from": { "default": "input.json", "help": "a file, '-' or an http(s) URL" } },
          "source": { "type": "json", "from": { "$param": "from" }, "items": ".items[]" },
          "stages": [
            { "type": "filter", "where": ".title != null" },
            { "type": "set", "fields": { "slug": ".title | slug" } }
          ],
          "sinks": [ { "type": "jsonl", "to": "-" } ]
        }

        """

    /// What the plain file reads.
    static let plainNote =
        #"It reads \#(input) beside it, which you supply: {"items": [{"title": "A First Item"}]}; or give another one with --set from=…"#

    /// The text of the file.
    var text: String {
        switch self {
        case .markdown: Self.markdownFile
        case .threads: Self.threadsFile
        case .site: Self.siteFile
        case .api: Self.apiFile
        case .wordpress: Self.wordpressFile
        case .feed: Self.feedFile
        }
    }

    /// What the file reads and writes, in a sentence.
    var note: String {
        switch self {
        case .markdown:
            #"It reads \#(Self.input) beside it: {"articles": [{"title": "A First Article", "date": "2026-05-01", "body": "<p>Text</p>"}]}; "#
                + "it writes out/*.md"
        case .threads:
            #"It reads \#(Self.input) beside it: {"conversations": [{"id": "c1", "subject": "Hello", "messages": [{"from": "Ada", "date": "2026-05-01", "body": "Hi"}]}]}; "#
                + "it writes out/messages.jsonl"
        case .site:
            #"It reads \#(Self.input) beside it: {"articles": [{"title": "A First Article", "teaser": "Short", "body": "<p>Text</p>"}]}; "#
                + "it writes pages to out/site"
        case .api: "Change its URL, items and paging: tabpipe infer URL guesses them; API_TOKEN in the environment is the token"
        case .wordpress:
            "It reads export.xml beside it, from WordPress's Tools > Export; it writes out/content/TYPE/SLUG/index.md and images"
        case .feed: "It reads feed.xml beside it; or give a URL with --set from=…; it writes out/content/posts/SLUG/index.md and images"
        }
    }
}

extension ArgumentReader {
    /// The words of `new`: a template and the path of a file, either of them, or a keyword and the name after it.
    ///
    /// A first word that ends in `.json` is a path; another one is a template.
    ///
    /// - Returns: What was named. A missing name is a fault, and empty.
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
        complain("no template is called \"\(first.printable)\"\(near.isEmpty ? "; a file to write ends in .json" : near)")
        return (nil, nil, nil)
    }
}

/// Files that a command makes for its user to change. None of them replaces another file.
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

    /// Writes the content of a new file. A file without all of it is removed, so that it does not stop the next try.
    private static func fill(_ output: borrowing FileDescriptor, with text: String, at file: String) throws(SystemError) {
        do throws(SystemError) {
            try output.write(Array(text.utf8).span)
        } catch {
            try? FilePath.remove(file)
            throw error
        }
    }

    /// Words an error of the system about a new file or folder.
    static func failure(_ error: SystemError, of file: String) -> PipelineFailure {
        let reason = error.code == EEXIST ? "it exists already, and is not replaced" : error.reason
        return PipelineFailure(error.outputFailure, "\(file.printable) cannot be written: \(reason)")
    }
}
