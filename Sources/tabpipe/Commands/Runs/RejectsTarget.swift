internal import Pipeline

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// The destination of the rejected records of one run, and its name in messages.
struct RejectsTarget {
    let destination: RejectsDestination
    /// The name of the file in messages.
    let shown: String

    static let none = RejectsTarget(destination: .none, shown: "")

    private static let ending = ".jsonl"
    private static let suffix = ".rejects" + ending

    /// Chooses targets for pipelines that run one after the other. They differ from one another, and from all inputs and outputs.
    ///
    /// - Parameters:
    ///   - given: The value of `--rejects`.
    ///   - shard: The shard that the only pipeline processes.
    ///   - isRun: Whether outputs appear at the end of the run. Rejects beside streams, such as the output of `pipe`, go to a new file.
    /// - Throws: ``UsageError`` for a wrong value of `--rejects`; ``PipelineFailure`` if a file holds anything but rejects.
    static func targets(
        for plans: [(file: String, plan: PipelinePlan)], given: String?, of shard: Shard = .whole, isRun: Bool
    ) throws -> [RejectsTarget] {
        if let given { return [try target(given, for: plans, isRun: isRun)] }
        var taken = Set(plans.flatMap { [FileUse(.input, $0.file, place: "", range: nil)] + $0.plan.files }.compactMap(\.canonicalPath))
        return try plans.map { _, plan in
            if let path = plan.rejects {
                let isSecret = plan.files.contains { $0.owner == .rejects && $0.isSecret }
                let shown = isSecret ? "the file that \"rejects\" names" : path
                return isRun ? try whole(path, shown: shown, isNamed: true) : ownFile(path, shown: shown, isSecret: isSecret)
            }
            let stem = stem(for: plan, of: shard)
            guard isRun else { return ownFile(stem.path + suffix, shown: stem.path + suffix, isSecret: stem.isSecret) }
            let name = fileName(plan)
            let names = ["", ".\(name)"] + (2...).prefix(1000).map { ".\(name)-\($0)" }
            let free = names.lazy.map { stem.path + $0 + suffix }.first { files(of: $0).allSatisfy { !taken.contains($0) } }
            let path = free ?? stem.path + suffix
            taken.formUnion(files(of: path))
            return try whole(path, shown: stem.isSecret ? "a file beside the output, with the ending \(suffix)" : path, isNamed: false)
        }
    }

    /// The canonical paths of a rejects file, and of the file for rejects that fail a run.
    private static func files(of path: String) -> [String] { [path, RejectsFile.failedPath(beside: path)].compactMap(canonical) }

    private static func canonical(_ path: String) -> String? { FileUse(.output, path, place: "", range: nil).canonicalPath }

    /// A file that appears together with the outputs.
    ///
    /// - Parameter isNamed: Whether the user named the file.
    private static func whole(_ path: String, shown: String, isNamed: Bool) throws -> RejectsTarget {
        if FilePath.kind(of: path) == .regular, !RejectsFile.mayReplace(path) {
            throw PipelineFailure(.cannotCreate, "\(shown.printable) holds something else than rejected records, and is not replaced")
        }
        return RejectsTarget(destination: .file(path, keepsEarlier: !isNamed), shown: shown)
    }

    /// A new file for each run.
    private static func ownFile(_ path: String, shown: String, isSecret: Bool) -> RejectsTarget {
        let stem = path.hasSuffix(ending) ? String(path.dropLast(ending.count)) : path
        return RejectsTarget(destination: .newFile(stem: stem), shown: isSecret ? shown : "")
    }

    private static func target(_ given: String, for plans: [(file: String, plan: PipelinePlan)], isRun: Bool) throws -> RejectsTarget {
        if given == "none" || given == "/dev/null" { return RejectsTarget(destination: .none, shown: given) }
        if given.hasPrefix("fd:") { return try descriptor(given) }
        guard plans.count == 1, let (file, plan) = plans.first else {
            throw UsageError("--rejects names one file for several pipelines; without it each one gets its own")
        }
        if given.isEmpty || Output(given) == .standardOutput || given.hasSuffix("/") {
            throw UsageError("--rejects wants the path of a file, fd:N or none, found \"\(given.printable)\"")
        }
        if let fault = FilePath.ownNameFault(given) {
            throw UsageError("--rejects wants the path of a file, found \"\(given.printable)\": \(fault)")
        }
        if let fault = CompressedFormat.outputFault(ofName: given) {
            throw UsageError("--rejects wants the path of a file, found \"\(given.printable)\": \(fault)")
        }
        if !isRun, let format = CompressedFormat(ofName: given) {
            throw UsageError(
                "--rejects names \(given.printable), and rejects beside a stream are not compressed with \(format.rawValue); "
                    + "leave the ending out")
        }
        if let kind = FilePath.kind(of: given), kind != .regular {
            throw UsageError("--rejects wants a file, and \(given.printable) is \(kind == .folder ? "a folder" : "a device or pipe")")
        }
        let use = FileUse(.output, given, place: "--rejects", range: nil)
        let others = plan.files.filter { $0.owner != .rejects } + [FileUse(.input, file, place: "the pipeline file", range: nil)]
        if let other = others.first(where: { !$0.isStandardStream && $0.isSameFile(as: use) }) {
            throw UsageError("--rejects names \(given.printable), which is the file of \(other.place)")
        }
        guard RejectsFile.mayReplace(given) else {
            throw UsageError("--rejects names \(given.printable), which holds something else than rejected records; it would be replaced")
        }
        return RejectsTarget(destination: isRun ? .file(given) : .appended(given), shown: given)
    }

    /// A descriptor that the caller of the program opened, such as `fd:3`.
    private static func descriptor(_ given: String) throws -> RejectsTarget {
        guard let number = Int32(given.dropFirst("fd:".count)), number > 0 else {
            throw UsageError("--rejects wants fd: and the number of an open descriptor, found \"\(given.printable)\"")
        }
        guard number != STDOUT_FILENO else { throw UsageError("--rejects names fd:1, which is standard output, where the records go") }
        // The program opens its own descriptors with FD_CLOEXEC. A descriptor without that flag is the caller's.
        guard fcntl(number, F_GETFL) & O_ACCMODE != O_RDONLY, fcntl(number, F_GETFD) == 0 else {
            throw UsageError("--rejects names \(given.printable), which is not open for writing")
        }
        return RejectsTarget(destination: .descriptor(number), shown: given)
    }

    /// The line of the summary about the rejects; nil if there is nothing to say.
    func note(on report: RunReport) -> String? {
        switch report.rejects {
        case .written(let path): return "rejected records are in \(shown.isEmpty ? path : shown)"
        case .appended(let path): return "rejected records are in \(shown.isEmpty ? path : shown), behind those of earlier runs"
        case .failed(let path): return "rejected records are in \(shownFailed(path))"
        case .sent: return "rejected records went to \(shown)"
        case .removed: return "nothing was rejected; \(shown) of an earlier run is removed"
        case .kept: return "nothing was rejected; \(shown) of an earlier run stays, because this run did not read its records again"
        case .none where report.counts.rejected == 0: return nil
        case .none where destination == .none: return "rejected records were dropped"
        case .none where report.failure == nil: return nil
        case .none:
            let earlier = destination.path.flatMap { FilePath.kind(of: $0) } == nil ? "" : "; the earlier \(shown) stays, too"
            return "rejected records are not kept, as the run put no file in place\(earlier)"
        }
    }

    /// The name of the file with the rejects that failed a run.
    private func shownFailed(_ path: String) -> String {
        if path == destination.path { return shown }
        return shown == destination.path ? path : "\(shown), with .failed before the ending"
    }

    /// The beginning of the default file's path: the path of the first output that is a file or folder, without its extension. Without such
    /// an output, it is the pipeline's name in the current folder. With several shards, it contains the name of the shard.
    static func stem(for plan: PipelinePlan, of shard: Shard) -> (path: String, isSecret: Bool) {
        let (path, isSecret) = stem(for: plan)
        return (shard.count == 1 || path.contains(shard.name) ? path : "\(path).\(shard.name)", isSecret)
    }

    private static func stem(for plan: PipelinePlan) -> (path: String, isSecret: Bool) {
        let isSecret = plan.files.contains { $0.purpose == .output && $0.isSecret && $0.owner == .sink }
        guard let output = plan.sinks.compactMap(\.component.traits.path).first, !output.isEmpty else { return (fileName(plan), false) }
        let slash = output.lastIndex(of: "/").map { output.index(after: $0) } ?? output.startIndex
        switch output[slash...] {
        case "", ".", "..":
            // A folder such as `..` has no name to extend, so the file goes into it.
            let folder =
                output == "." ? "" : output.hasSuffix("/.") ? String(output.dropLast()) : output.hasSuffix("/") ? output : output + "/"
            return (folder + fileName(plan), isSecret)
        default:
            let output = CompressedFormat.withoutEnding(output)
            let stem = output[slash...].lastIndex(of: ".").flatMap { $0 > slash ? output[..<$0] : nil } ?? output[...]
            return (String(stem), isSecret)
        }
    }

    private static func fileName(_ plan: PipelinePlan) -> String { plan.name.replacing("/", with: "-") }
}
