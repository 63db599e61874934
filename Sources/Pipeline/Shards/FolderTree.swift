/// The files of a folder.
package enum FolderTree {
    /// The names in a folder, in the order of their bytes, without temporary files of runs; none if there is no folder.
    package static func names(in path: String) throws -> [String] {
        guard let folder = try OutputFolder(existing: path) else { return [] }
        var names: [String] = []
        folder.forEachName { name in
            if name != ".", name != "..", !name.hasPrefix(OutputFolder.ownPrefix) { names.append(name) }
            return true
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The paths of all files in a folder and the folders below it, relative to it, in a fixed order. Links are not followed.
    static func files(in path: String) throws -> [String] {
        var files: [String] = []
        var left = [""]
        while let folder = left.popLast() {
            for name in try names(in: "\(path)/\(folder)") {
                let file = "\(path)/\(folder)\(name)"
                switch FilePath.isLink(file) ? nil : FilePath.kind(of: file) {
                case .regular?: files.append(folder + name)
                case .folder?: left.append("\(folder)\(name)/")
                default: break
                }
            }
        }
        return files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
