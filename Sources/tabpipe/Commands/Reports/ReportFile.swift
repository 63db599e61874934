internal import Pipeline

/// A file of `--report` or `--metrics`, which appears whole at the end.
struct ReportFile: Sendable {
    let path: String
    let format: ReportFormat

    /// The file as an output of the command line.
    var use: FileUse { FileUse(.output, path, place: format.option, range: nil) }

    /// Ensures that the path can be that of a file.
    func checkPath() throws(UsageError) {
        if path.isEmpty || Output(path) == .standardOutput || path.hasSuffix("/") {
            throw UsageError("\(format.option) wants the path of a file, found \"\(path.printable)\"")
        }
        if let fault = FilePath.ownNameFault(path) {
            throw UsageError("\(format.option) wants the path of a file, found \"\(path.printable)\": \(fault)")
        }
        if let kind = FilePath.kind(of: path), kind != .regular {
            throw UsageError("\(format.option) wants a file, and \(path.printable) is \(kind == .folder ? "a folder" : "none")")
        }
    }

    /// Ensures that the file can be written, and that nothing else is lost.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `cannotCreate`.
    func checkContent() throws {
        if let obstacle = use.obstacle {
            throw PipelineFailure(.cannotCreate, "\(format.option): \(path.printable) cannot be written: \(obstacle)")
        }
        let mark = Array(format.beginning.utf8)
        if let bytes = try? OutputFile.beginning(of: path, limit: mark.count), !bytes.isEmpty, bytes != mark {
            let kind = format == .metrics ? "metrics" : "a report"
            throw PipelineFailure(
                .cannotCreate, "\(format.option): \(path.printable) holds something else than \(kind); it is not replaced")
        }
    }

    /// Writes the file.
    ///
    /// - Throws: ``PipelineFailure``. The file of an earlier run then stays.
    func write(_ runs: [RunRecord]) throws {
        var file = try OutputFile(Output(path), called: "\(format.option): \(path.printable)")
        try file.writeWaiting(Array(format.text(of: runs).utf8))
        try file.prepare()
        _ = try file.commit()
    }
}
