internal import Pipeline
internal import WebAddresses

/// The option `local`: a folder of this machine whose files relative addresses mean.
///
/// Content names the paths, so none leads out of the folder, and no symbolic link is followed.
struct LocalFiles: Sendable {
    /// The path of the folder.
    let folder: MaskedText
    /// The path of a record's document inside the folder; nil where relative addresses start from the folder itself.
    private let document: Template?

    /// Reads the option; nil if it is missing.
    init?(_ options: inout OptionReader) {
        let read = options.readIfPresent(
            "local",
            .object { local in
                let folder = local.read("folder", .path, help: "The folder. No address leads out of it.")
                let document = local.readIfPresent(
                    "document", .template,
                    help: "The path of the record's document inside the folder, such as {{.relative_path}}, from which addresses start. "
                        + "Without it, they start from the folder, as those with a slash in front always do.")
                return (folder, document)
            }, help: "The folder of this machine whose files relative addresses mean, as those of Markdown files do. They are copied.")
        guard let (folder, document) = read else { return nil }
        (self.folder, self.document) = (folder, document)
    }

    /// The names of the folders of a record's document inside the folder.
    ///
    /// - Throws: ``RecordError`` for a path that leads out of the folder; the error of the template.
    func place(of record: Record) throws -> [String] {
        guard let document else { return [] }
        let path = try document.render(record)
        var names: [String] = []
        for part in FilePath.names(in: path) where part != "." {
            if part == ".." || part.utf8.contains(0) || part.isEmpty {
                throw RecordError(
                    "local.document: expected a path inside the folder, such as guide/x.md, found \"\(path.prefix(200).printable)\"")
            }
            names.append(part)
        }
        return names.dropLast()
    }

    /// The names of the folders and the file that a relative address means; nil for an address that leads out of the folder or names no file,
    /// and for names that no file has.
    ///
    /// - Parameters:
    ///   - address: A relative address, perhaps percent-encoded. Its query and fragment do not count.
    ///   - place: The names of the folders of the document.
    static func path(of address: String, from place: [String]) -> [String]? {
        let text = address.prefix { $0 != "?" && $0 != "#" }
        var names = text.hasPrefix("/") ? [] : place
        for part in FilePath.names(in: String(text)) where !part.isEmpty {
            switch PercentEncoding.decoded(part) {
            case ".": continue
            case "..":
                if names.isEmpty { return nil }
                names.removeLast()
            case let name where name.utf8.contains(UInt8(ascii: "/")) || name.utf8.contains(0): return nil
            case let name: names.append(name)
            }
        }
        return names.isEmpty || names.count > ConfinedFolder.maxDepth ? nil : names
    }

    /// - Throws: ``PipelineFailure`` if there is no such folder.
    func checkFolder() throws {
        do throws(SystemError) {
            if try ConfinedFolder(existing: folder.value) != nil { return }
        } catch {
            throw PipelineFailure(.inputMissing, "\(folder.shown.printable), the folder of \"local\", cannot be read: \(error.reason)")
        }
        throw PipelineFailure(.inputMissing, "\(folder.shown.printable), the folder of \"local\", does not exist")
    }

    /// Reads a file.
    ///
    /// - Parameter limit: The greatest number of bytes.
    /// - Throws: ``AssetFault``.
    func content(of path: [String], limit: Int) throws(AssetFault) -> [UInt8] {
        let content: [UInt8]?
        do throws(SystemError) {
            content = try ConfinedFolder(existing: folder.value)?.beginning(ofRegularFileAt: path, limit: limit + 1)
        } catch {
            throw .notFetched(error.reason)
        }
        guard let content else { throw .notFetched("the folder \(folder.shown.printable) has no such regular file") }
        if content.count > limit { throw .tooLong(limit: limit) }
        return content
    }
}
