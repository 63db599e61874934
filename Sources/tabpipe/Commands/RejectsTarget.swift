internal import Foundation
internal import Pipeline

/// Where the records of one run go that failed.
struct RejectsTarget {
    /// The file; nil if they are only counted.
    let path: String?
    /// What a message calls it.
    let shown: String

    private static let suffix = ".rejects.jsonl"

    /// The targets of pipelines that run one after the other: no two the same, and none that is anything else.
    ///
    /// - Parameter given: What `--rejects` says.
    /// - Throws: ``UsageError`` if that cannot be.
    static func targets(for plans: [(file: String, plan: PipelinePlan)], given: String?) throws -> [RejectsTarget] {
        if let given { return [try target(given, for: plans)] }
        var taken = plans.flatMap { [FileUse(.input, $0.file, place: "", range: nil)] + $0.plan.files }
        return plans.map { _, plan in
            if let path = plan.rejects {
                let isSecret = plan.files.contains { $0.place == "rejects" && $0.isSecret }
                return RejectsTarget(path: path, shown: isSecret ? "the file that \"rejects\" names" : path)
            }
            let stem = stem(for: plan)
            let name = fileName(plan)
            let names = ["", ".\(name)"] + (2...).prefix(1000).map { ".\(name)-\($0)" }
            let free = names.lazy.map { stem.path + $0 + suffix }.first { path in
                !taken.contains { $0.isSameFile(as: FileUse(.output, path, place: "", range: nil)) }
            }
            let path = free ?? stem.path + suffix
            taken.append(FileUse(.output, path, place: "", range: nil))
            return RejectsTarget(path: path, shown: stem.isSecret ? "a file beside the output, with the ending \(suffix)" : path)
        }
    }

    private static func target(_ given: String, for plans: [(file: String, plan: PipelinePlan)]) throws -> RejectsTarget {
        guard plans.count == 1, let (file, plan) = plans.first else {
            throw UsageError("--rejects names one file for several pipelines; without it each one gets its own")
        }
        if given.isEmpty || given == "-" || given.hasSuffix("/") {
            throw UsageError("--rejects wants the path of a file, found \"\(given.printable)\"")
        }
        if given == "/dev/null" { return RejectsTarget(path: nil, shown: given) }
        if let kind = FilePath.kind(of: given), kind != .regular {
            throw UsageError("--rejects wants a file, and \(given.printable) is \(kind == .folder ? "a folder" : "none")")
        }
        let use = FileUse(.output, given, place: "--rejects", range: nil)
        let others = plan.files.filter { $0.place != "rejects" } + [FileUse(.input, file, place: "the pipeline file", range: nil)]
        if let other = others.first(where: { $0.path != "-" && $0.isSameFile(as: use) }) {
            throw UsageError("--rejects names \(given.printable), which is the file of \(other.place)")
        }
        guard looksLikeRejects(given) else {
            throw UsageError("--rejects names \(given.printable), which holds something else than rejected records; it would be replaced")
        }
        return RejectsTarget(path: given, shown: given)
    }

    /// Whether a path is free, or what stands there was written for rejected records.
    private static func looksLikeRejects(_ path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path) else { return true }
        let start = (try? file.read(upToCount: beginning.utf8.count)) ?? Data()
        return start.isEmpty || start == Data(beginning.utf8)
    }

    /// What the name of the default file begins with: that of the first output that is a file or folder, or, where the program
    /// runs, that of the pipeline.
    private static func stem(for plan: PipelinePlan) -> (path: String, isSecret: Bool) {
        let isSecret = plan.files.contains { $0.purpose == .output && $0.isSecret && $0.place.hasPrefix("sinks") }
        guard let output = plan.sinks.compactMap(\.component.outputPath).first, !output.isEmpty else { return (fileName(plan), false) }
        let slash = output.lastIndex(of: "/").map { output.index(after: $0) } ?? output.startIndex
        switch output[slash...] {
        case "", ".", "..":
            // A folder that has no name of its own: inside it.
            let folder =
                output == "." ? "" : output.hasSuffix("/.") ? String(output.dropLast()) : output.hasSuffix("/") ? output : output + "/"
            return (folder + fileName(plan), isSecret)
        default:
            let stem = output[slash...].lastIndex(of: ".").flatMap { $0 > slash ? output[..<$0] : nil } ?? output[...]
            return (String(stem), isSecret)
        }
    }

    private static func fileName(_ plan: PipelinePlan) -> String { plan.name.replacing("/", with: "-") }

    /// Removes what an earlier run rejected, when this one has rejected nothing. A file that does not look like a rejects
    /// file stays.
    ///
    /// - Returns: Whether a file was removed.
    func removeStale() -> Bool {
        guard let path, let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            attributes[.type] as? FileAttributeType == .typeRegular, Self.looksLikeRejects(path)
        else { return false }
        return (try? FileManager.default.removeItem(atPath: path)) != nil
    }

    /// How every line of such a file begins.
    private static let beginning = "{\"stage\":"
}
