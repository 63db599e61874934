internal import LineDiffs
internal import Pipeline

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The folder with the expected outputs of a test, below the folder of the tests.
struct SnapshotFolder {
    /// The largest size of a file whose lines are compared, in bytes.
    private static let maxTextBytes = 4 << 20

    /// The folder of the tests.
    let tests: String
    /// The path components from ``tests`` to this folder.
    let names: [String]

    /// The path for messages, and to open files.
    var path: String { (tests == "." ? names : [tests] + names).joined(separator: "/") }

    /// The differences to the outputs of a run.
    ///
    /// - Parameters:
    ///   - outputs: The folder with the outputs.
    ///   - path: The path of the expectation in the file of the test.
    func failures(comparedTo outputs: String, path: String) throws -> [TestFailure] {
        try checkLinks()
        guard FilePath.kind(of: self.path) != nil else {
            return [
                TestFailure(path: path, message: "the folder \(self.path) is missing; `tabpipe test FILE --update` writes it")
            ]
        }
        let expected = try Self.files(in: self.path)
        let found = try Self.files(in: outputs)
        return try expected.union(found).sorted().compactMap { name in
            if !expected.contains(name) { return TestFailure(path: path, message: "\(name) was written but is missing in \(self.path)") }
            if !found.contains(name) {
                return TestFailure(path: path, message: "\(name) was not written; if that is right, remove \(self.path)/\(name)")
            }
            // One pair of files is in memory at a time.
            let difference = try difference(name, Self.content(of: "\(self.path)/\(name)"), Self.content(of: "\(outputs)/\(name)"))
            return difference.map { TestFailure(path: path, message: "\(name) differs", details: $0) }
        }
    }

    /// Writes the outputs of a run to the folder. Files that the run has not written stay.
    ///
    /// - Returns: The paths of the files that have changed.
    func update(from outputs: String) throws -> [String] {
        try checkLinks()
        var changes: [String] = []
        for name in try Self.files(in: outputs).sorted() {
            let bytes = try Self.content(of: "\(outputs)/\(name)")
            let place = FilePath.split("\(path)/\(name)")
            try SnapshotFolder(tests: tests, names: names + FilePath.names(in: name)).checkLinks()
            let folder = try ConfinedFolder(creating: place.folder)
            folder.removeLeftovers()
            do throws(SystemError) {
                var file = try AtomicFile(place.name, in: folder)
                try file.write(bytes.span)
                if try file.commit() != .unchanged { changes.append("\(path)/\(name)") }
            } catch {
                throw PipelineFailure(error.outputFailure, "\(path)/\(name) cannot be written: \(error.reason)")
            }
        }
        return changes
    }

    /// Ensures that no symbolic link leads out of the folder of the tests.
    private func checkLinks() throws {
        var path = tests
        for name in names {
            path += "/\(name)"
            guard FilePath.isLink(path) else { continue }
            throw PipelineFailure(.cannotCreate, "\(path) is a symbolic link; expected outputs stay inside the folder of the tests")
        }
    }

    private func difference(_ name: String, _ old: [UInt8], _ new: [UInt8]) -> [String]? {
        if old == new { return nil }
        guard Self.isText(old), Self.isText(new) else {
            let place = zip(old, new).prefix { $0 == $1 }.count
            return ["expected \(old.count.counted("byte")), found \(new.count); byte \(place + 1) is the first that differs"]
        }
        return SnapshotDiff(expected: ("\(path)/\(name)", old), found: (name, new)).lines
    }

    private static func isText(_ bytes: [UInt8]) -> Bool {
        bytes.count <= maxTextBytes && !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
    }

    /// The paths of the files in a folder, relative to it. Skips the temporary files of a killed update. Throws for a symbolic link.
    private static func files(in folder: String) throws -> Set<String> {
        var files: Set<String> = []
        var waiting = [""]
        while let place = waiting.popLast() {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(place)")) ?? []
            where !ConfinedFolder.isTemporary(name) {
                let path = "\(folder)/\(place)\(name)"
                if FilePath.isLink(path) {
                    throw PipelineFailure(.inputMissing, "\(path) is a symbolic link; expected outputs are files")
                }
                switch FilePath.kind(of: path) {
                case .folder: waiting.append("\(place)\(name)/")
                case .regular: files.insert(place + name)
                default: break
                }
            }
        }
        return files
    }

    /// The largest size of an output that is compared, in bytes.
    private static let maxBytes = 256 << 20

    private static func content(of path: String) throws -> [UInt8] { try InputFile.readAll(Input(path), limit: maxBytes) }
}

extension SnapshotFolder {
    /// Ensures that an update replaces none of the files that the test reads.
    ///
    /// - Throws: ``PipelineFailure`` if one of them is in the folder.
    func check(apartFrom inputs: [String]) throws {
        let folder = FileUse(.output, path, place: "files", range: nil)
        for input in inputs where FileUse(.input, input, place: "", range: nil).isInside(folder) {
            throw PipelineFailure(
                .cannotCreate, "\(path) holds \(input), which the test reads; a folder with expected outputs holds nothing else")
        }
    }
}

/// The differences of a snapshot and an output, for the message of a failed test.
struct SnapshotDiff {
    /// The largest number of lines of a diff. `--update` and a diff of the files show all.
    private static let maxLines = 60

    /// The lines of the diff, with a header.
    let lines: [String]

    /// - Parameters:
    ///   - expected: The old text, and its name in the header.
    ///   - found: The new text, and its name in the header.
    init(expected: (name: String, text: [UInt8]), found: (name: String, text: [UInt8])) {
        let header = ["--- \(expected.name)", "+++ \(found.name)"]
        guard let diff = UnifiedDiff(DiffText(expected.text), DiffText(found.text)) else {
            lines = header + ["a text has more than \(UnifiedDiff.maxLines) lines, so that no diff is shown"]
            return
        }
        var body: [String] = []
        var count = 0
        diff.forEachLine { line in
            count += 1
            if count <= Self.maxLines { body.append(line.kind.mark + String(decoding: line.bytes, as: UTF8.self)) }
        }
        lines = header + body + (count > Self.maxLines ? ["… and \(count - Self.maxLines) more lines"] : [])
    }
}
