/// Moves every output of a pipeline below one folder, for tests: outputs, rejects, states, caches, and folders of stages.
///
/// It changes paths by their text alone, before anything is opened. So no link in the pipeline's folder leads out of the new one.
package struct OutputRedirection: Sendable {
    /// The name that stands for `..` at the beginning of a path.
    private static let parentName = "parent"
    /// The name that stands for the root of the file system.
    private static let rootName = "absolute"
    /// The file that stands for standard output.
    private static let standardOutput = "standard-output"

    /// The folder that receives the outputs.
    private let folder: String

    /// - Parameter folder: The folder that receives the outputs, relative to the current directory or absolute.
    package init(to folder: String) { self.folder = folder }

    /// The new path of an output.
    ///
    /// - Parameter path: The path as the pipeline file has it, or `-`. A relative path keeps its names below the new folder. In place of an
    ///   absolute path's root there is `absolute`, and in place of `..` that leads out there is `parent`.
    func path(of path: String) -> String {
        if path == Output.standardOutputName { return "\(folder)/\(Self.standardOutput)" }
        var names: [String] = path.hasPrefix("/") ? [Self.rootName] : []
        let least = names.count
        for name in FilePath.names(in: path) where !name.isEmpty && name != "." {
            if name != ".." {
                names.append(name)
            } else if names.count > least, names.last != Self.parentName {
                names.removeLast()
            } else if least == 0 {
                names.append(Self.parentName)
            }
        }
        return ([folder] + names).joined(separator: "/") + (path.hasSuffix("/") && !names.isEmpty ? "/" : "")
    }
}

extension OptionReader {
    /// Makes the path of an output relative to the current directory, or redirects it.
    ///
    /// - Parameter value: The value that the path stands in; nil for the object with the options.
    func resolvedOutput(_ path: String, in value: ConfigValue? = nil) -> String {
        redirection?.path(of: path) ?? value?.resolve(path) ?? resolved(path)
    }
}
