internal import Pipeline

/// A file with the results of a command, such as that of `--report`. It appears whole at the end.
struct ResultFile: Sendable {
    let path: String
    /// The option that names the file, such as `--report`.
    let option: String
    /// The noun for the content, such as `a report`.
    let content: String
    /// The first bytes of every such file. An existing file that begins otherwise is not replaced.
    let beginning: String

    /// The file as an output of the command line.
    var use: FileUse { FileUse(.output, path, place: option, range: nil) }

    /// Ensures that the path can be that of a file.
    func checkPath() throws(UsageError) {
        if path.isEmpty || Output(path) == .standardOutput || path.hasSuffix("/") {
            throw UsageError("\(option) wants the path of a file, found \"\(path.printable)\"")
        }
        if let fault = FilePath.ownNameFault(path) {
            throw UsageError("\(option) wants the path of a file, found \"\(path.printable)\": \(fault)")
        }
        if let kind = FilePath.kind(of: path), kind != .regular {
            throw UsageError("\(option) wants a file; \(path.printable) is \(kind == .folder ? "a folder" : "a device or pipe")")
        }
    }

    /// Ensures that the path is not that of another file that the command reads or writes.
    func check(apartFrom others: [FileUse]) throws(UsageError) {
        guard let other = others.first(where: { !$0.isStandardStream && $0.isSameFile(as: use) }) else { return }
        throw UsageError("\(option) names \(path.printable), which is the file of \(other.place)")
    }

    /// Ensures that the file can be written, and that nothing else is lost.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `cannotCreate`.
    func checkContent() throws {
        if let obstacle = use.obstacle {
            throw PipelineFailure(.cannotCreate, "\(option): \(path.printable) cannot be written: \(obstacle)")
        }
        guard FilePath.kind(of: path) != nil else { return }
        let mark = Array(beginning.utf8)
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try OpenOutput.beginning(of: path, limit: mark.count)
        } catch {
            throw PipelineFailure(.cannotCreate, "\(option): \(path.printable) cannot be read, and is not replaced: \(error.reason)")
        }
        if !bytes.isEmpty, bytes != mark {
            throw PipelineFailure(.cannotCreate, "\(option): \(path.printable) is not \(content), and is not replaced")
        }
    }

    /// Writes the file.
    ///
    /// - Throws: ``PipelineFailure``. The file of an earlier run then stays.
    func write(_ text: String) throws {
        var file = try OpenOutput(Output(path), called: "\(option): \(path.printable)")
        try file.writeWaiting(Array(text.utf8))
        try file.prepare()
        _ = try file.commit()
    }
}
