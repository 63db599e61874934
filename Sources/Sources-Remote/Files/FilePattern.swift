internal import Foundation

/// A glob pattern: `*`, `?` and `[…]` inside a name, `**` for any number of folders.
package struct FilePattern {
    private let base: String
    private let parts: [String]
    private let pattern: String

    package init(_ pattern: String) {
        let all = pattern.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        let plain = all.prefix { !Self.hasWildcards($0) }
        // A pattern without wildcards is the path of one file.
        let folders = plain.count == all.count ? plain.dropLast() : plain
        base = (pattern.hasPrefix("/") ? "/" : "") + folders.joined(separator: "/")
        // A trailing "**" matches all files in those folders.
        parts = Array(all.dropFirst(folders.count)) + (all.last == "**" ? ["*"] : [])
        self.pattern = pattern
    }

    /// Whether a path or name contains characters with a meaning in patterns.
    static func hasWildcards(_ path: String) -> Bool { path.utf8.contains { $0 == 0x2A || $0 == 0x3F || $0 == 0x5B } }

    /// Returns the paths of the matching files, sorted by bytes. Hidden files match only a name in the pattern that begins with a dot.
    package func matches() -> [String] {
        // The path of an existing file matches itself, even if its name contains wildcards.
        var isFolder: ObjCBool = false
        if unsafe FileManager.default.fileExists(atPath: pattern, isDirectory: &isFolder), !isFolder.boolValue { return [pattern] }
        var found: [String] = []
        collect(folder: base, parts: parts[...], into: &found)
        found.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        // A pattern with "**" can find a file twice. Paths are compared by bytes; a set of strings would compare canonical equivalents as
        // equal.
        return found.indices.filter { $0 == 0 || !found[$0].utf8.elementsEqual(found[$0 - 1].utf8) }.map { found[$0] }
    }

    /// Returns the path of a matching file relative to the folder that the pattern begins with.
    package func relativePath(of path: String) -> String {
        guard !base.isEmpty, path.utf8.starts(with: base.utf8) else { return path }
        return String(decoding: path.utf8.dropFirst(base.utf8.count).drop { $0 == UInt8(ascii: "/") }, as: UTF8.self)
    }

    private func collect(folder: String, parts: ArraySlice<String>, into found: inout [String]) {
        guard let part = parts.first else { return }
        let rest = parts.dropFirst()
        if part == "**" { collect(folder: folder, parts: rest, into: &found) }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
        for name in names {
            let path = folder.isEmpty ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            var isFolder: ObjCBool = false
            guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
            if part == "**" {
                let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
                if isFolder.boolValue, !isLink, !name.hasPrefix(".") { collect(folder: path, parts: parts, into: &found) }
            } else if unsafe fnmatch(part, name, FNM_PERIOD) == 0 {
                if rest.isEmpty {
                    if !isFolder.boolValue { found.append(path) }
                } else if isFolder.boolValue {
                    collect(folder: path, parts: rest, into: &found)
                }
            }
        }
    }
}
