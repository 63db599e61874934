internal import LineDiffs
internal import Pipeline

/// The diff of a planned file, with its head.
struct FileDiff {
    private let file: PlannedFile

    init(_ file: PlannedFile) { self.file = file }

    /// Calls `body` with each line.
    ///
    /// - Throws: ``PipelineFailure`` if a file cannot be read.
    func forEachLine(_ body: (DiffLine) -> Void) throws {
        func head(_ text: String) { body(DiffLine(kind: .head, bytes: Array(text.utf8)[...])) }
        let (oldName, newName) = (name("a", isMissing: file.change == .created), name("b", isMissing: file.change == .removed))
        let texts: PlannedFile.Texts?
        do throws(SystemError) {
            texts = try file.texts(context: UnifiedDiff.context)
        } catch {
            throw PipelineFailure(.inputMissing, "\(file.shown.printable) cannot be read: \(error.reason)")
        }
        guard let texts else {
            if file.isTooLong || file.oldPath != nil { head("Files \(oldName) and \(newName) differ, and are too long for a diff") }
            return
        }
        let (old, new) = (DiffText(texts.old ?? []), DiffText(texts.new))
        if old.isBinary || new.isBinary { return head("Binary files \(oldName) and \(newName) differ") }
        guard let diff = UnifiedDiff(old, new, skippedLines: texts.skippedLines) else {
            return head("Files \(oldName) and \(newName) differ, and have too many lines for a diff")
        }
        if old.count + new.count == 0 { return }
        head("--- \(oldName)")
        head("+++ \(newName)")
        diff.forEachLine(body)
    }

    /// A name in the head of a diff. As in Git, one with control characters or quotes is quoted, and a tab ends one with spaces.
    private func name(_ side: String, isMissing: Bool) -> String {
        if isMissing { return "/dev/null" }
        let path = "\(side)/\(file.shown.drop { $0 == "/" })"
        let isPlain = path.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        if isPlain { return path.contains(" ") ? path + "\t" : path }
        var quoted = "\""
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): quoted += "\\" + String(UnicodeScalar(byte))
            case 0x20...0x7E: quoted += String(UnicodeScalar(byte))
            default: quoted += "\\" + String(repeating: "0", count: byte < 0o10 ? 2 : byte < 0o100 ? 1 : 0) + String(byte, radix: 8)
            }
        }
        return quoted + "\""
    }
}
