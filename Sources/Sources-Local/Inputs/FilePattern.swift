internal import Pipeline

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// A glob pattern: `*`, `?` and `[…]` inside a name, `**` for any number of folders.
package struct FilePattern {
    private let base: String
    private let parts: [String]
    private let pattern: String

    package init(_ pattern: String) { self.init(pattern, literalNames: 0) }

    /// A pattern for files of a folder, whose own path is taken literally.
    package init(folder: String, _ pattern: String) {
        self.init("\(folder)/\(pattern)", literalNames: folder.split(separator: "/", omittingEmptySubsequences: true).count)
    }

    /// - Parameter count: The number of names at the start in which wildcards have no meaning.
    private init(_ pattern: String, literalNames count: Int) {
        let all = pattern.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        let plain = all.prefix(max(count, all.prefix { !Self.hasWildcards($0) }.count))
        // A pattern without wildcards is the path of one file.
        let folders = plain.count == all.count ? plain.dropLast() : plain
        base = (pattern.hasPrefix("/") ? "/" : "") + folders.joined(separator: "/")
        // A trailing "**" matches all files in those folders. Several in a row mean the same as one.
        let wanted = Array(all.dropFirst(folders.count)) + (all.last == "**" ? ["*"] : [])
        parts = wanted.indices.filter { $0 == 0 || wanted[$0] != "**" || wanted[$0 - 1] != "**" }.map { wanted[$0] }
        self.pattern = pattern
    }

    /// Whether a path or name contains characters with a meaning in patterns.
    static func hasWildcards(_ path: String) -> Bool { path.utf8.contains { $0 == 0x2A || $0 == 0x3F || $0 == 0x5B } }

    /// Returns the matching files, sorted by the bytes of their paths. Hidden files match only a name in the pattern that begins with a
    /// dot. Each folder is read once, whatever the number of `**`.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    package func matches() throws -> [FileMatch] {
        // The path of an existing file matches itself, even if its name contains wildcards.
        if let kind = FilePath.kind(of: pattern), kind != .folder { return [FileMatch(path: pattern, fault: nil)] }
        var found: [FileMatch] = []
        var folders = [(path: base, positions: reached(by: [0]))]
        while let folder = folders.popLast() {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path.isEmpty ? "." : folder.path)) ?? []
            for name in names {
                try Task.checkCancellation()
                let path = folder.path.isEmpty ? name : folder.path.hasSuffix("/") ? folder.path + name : "\(folder.path)/\(name)"
                let entry = entry(name, at: path, folder.positions)
                if let match = entry.match { found.append(match) }
                if !entry.positions.isEmpty { folders.append((path, entry.positions)) }
            }
        }
        // Paths are compared by bytes: names that look alike can be those of two files.
        return found.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    /// Returns the path of a matching file relative to the folder that the pattern begins with.
    package func relativePath(of path: String) -> String {
        guard !base.isEmpty, path.utf8.starts(with: base.utf8) else { return path }
        return String(decoding: path.utf8.dropFirst(base.utf8.count).drop { $0 == UInt8(ascii: "/") }, as: UTF8.self)
    }

    /// Compares an entry of a folder with the parts of the pattern that may match there.
    ///
    /// - Parameter positions: The indices of those parts.
    /// - Returns: The entry if it is a file that matches, and the parts that may match inside it if it is a folder.
    private func entry(_ name: String, at path: String, _ positions: [Int]) -> (match: FileMatch?, positions: [Int]) {
        let here = positions.filter { unsafe parts[$0] != "**" && fnmatch(parts[$0], name, FNM_PERIOD) == 0 }
        let deeper = name.hasPrefix(".") ? [] : positions.filter { parts[$0] == "**" }
        guard !here.isEmpty || !deeper.isEmpty else { return (nil, []) }
        let kind = FilePath.kind(of: path)
        guard kind == .folder else {
            return (here.contains(parts.count - 1) ? FileMatch(path: path, kind: kind) : nil, [])
        }
        // A link could lead back to a folder above it.
        let open = deeper.isEmpty || FilePath.isLink(path) ? [] : deeper
        return (nil, reached(by: open + here.map { $0 + 1 }))
    }

    /// The parts of the pattern that may match the entries of a folder: `**` also matches no folder at all.
    private func reached(by positions: [Int]) -> [Int] {
        let behind = positions.filter { $0 < parts.count && parts[$0] == "**" }.map { $0 + 1 }
        return Set(positions + behind).filter { $0 < parts.count }.sorted()
    }
}

/// A file that a pattern matches.
package struct FileMatch: Sendable, Equatable {
    /// The reason why a run does not read the file.
    enum Fault: Sendable, Equatable {
        /// A symbolic link whose target does not exist, or a file that was removed meanwhile.
        case missing
        /// A pipe, socket or device. Reading it could wait for ever, and the pattern is probably meant for other files.
        case special
    }

    /// The path, as the pattern gives it.
    package let path: String
    /// nil for a file that can be read.
    let fault: Fault?

    init(path: String, fault: Fault?) {
        self.path = path
        self.fault = fault
    }

    /// - Parameter kind: The kind of the file that symbolic links lead to; nil if there is no such file.
    init(path: String, kind: FileKind?) {
        self.init(path: path, fault: kind == nil ? .missing : kind == .special ? .special : nil)
    }

    /// Checks that a run reads the file.
    ///
    /// - Parameters:
    ///   - shown: The path in messages.
    ///   - pattern: The pattern in messages.
    /// - Throws: ``PipelineFailure`` of the kind `inputMissing`.
    package func check(shownAs shown: String, matching pattern: String) throws {
        let reason: String
        switch fault {
        case nil: return
        case .missing: reason = "a symbolic link to a file that does not exist"
        case .special: reason = "a pipe, socket or device, which is read only where its path is written out"
        }
        throw PipelineFailure(
            inputMissing: pattern, "\(shown.printable), which the pattern \(pattern.printable) matches, is \(reason)")
    }
}
