internal import Pipeline

/// Checks the outputs of a command line before anything runs.
enum OutputChecks {
    /// Ensures that the pipelines of one command line have different outputs, and that no output is a pipeline file.
    ///
    /// - Throws: ``UsageError``.
    static func checkDistinct(_ plans: [(file: String, plan: PipelinePlan)]) throws {
        var outputs: [String: (file: String, place: String)] = [:]
        var pipelines: [String: String] = [:]
        for (file, _) in plans where Input(file) != .standardInput {
            if let path = FileUse(.input, file, place: "", range: nil).canonicalPath { pipelines[path] = file }
        }
        for (file, plan) in plans {
            var own: [String: (file: String, place: String)] = [:]
            for output in plan.files where output.purpose == .output && !output.isStandardStream {
                guard let path = output.canonicalPath else { continue }
                if let other = outputs[path] {
                    throw UsageError(
                        "\(other.file.printable) (\(other.place)) and \(file.printable) (\(output.place)) write the same file; one of the two "
                            + "would be lost")
                }
                if let other = pipelines[path], other != file {
                    throw UsageError("\(file.printable) (\(output.place)) would replace the pipeline file \(other.printable)")
                }
                own[path] = own[path] ?? (file, output.place)
            }
            outputs.merge(own) { first, _ in first }
        }
    }

    /// Ensures that no path made from a record names the pipeline file or an output of another pipeline of the command line. One pipeline
    /// may read what another one writes, so inputs are not protected.
    static func protectOthers(_ plans: [(file: String, plan: PipelinePlan)]) {
        for (index, (_, plan)) in plans.enumerated() {
            for (file, other) in plans[..<index] + plans[(index + 1)...] {
                let shown = file.printable
                plan.outputPaths.protect([file], as: "the pipeline file \(shown)")
                for use in other.files where use.purpose == .output && !use.isTemplate {
                    plan.outputPaths.protect([use.path], as: "the output of \(use.place) in \(shown)")
                }
            }
        }
    }

    /// Ensures that no option of the command line would spoil what earlier runs wrote, before anything is opened.
    ///
    /// - Parameter options: The given options that exclude sinks with certain update modes. `--full-refresh` is not among them: the run
    ///   itself refuses to append to a file with records.
    /// - Throws: ``UsageError`` that names the sink and the option.
    static func checkUpdates(_ plans: [(file: String, plan: PipelinePlan)], options: [UpdateExclusion]) throws {
        for (file, plan) in plans {
            for sink in plan.sinks {
                guard let option = options.first(where: { $0.excluded.contains(sink.component.traits.update) }) else { continue }
                throw UsageError(
                    "\(file.printable): \(sink.common.path) (\(sink.common.type)) has the mode \"\(sink.component.traits.update.rawValue)\": "
                        + "\(option.name) \(option.reason); --dry-run writes nothing")
            }
        }
    }

    /// The option with which a run reads all records of an incremental source again, as the subject of a sentence. A sink that appends also
    /// needs a new file.
    static func rereading(_ plan: PipelinePlan) -> String {
        plan.sinks.contains { $0.component.traits.update == .append } ? "--full-refresh into a new file" : "--full-refresh"
    }

    /// Ensures that a limited run replaces nothing.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `cannotCreate` that names an existing output.
    static func checkFree(_ plan: PipelinePlan, rejects: RejectsTarget) throws {
        var outputs = plan.files.filter { $0.purpose == .output && $0.owner == .sink && Output($0.path).appearsWhole }
        guard !outputs.isEmpty else { return }
        if let path = rejects.destination.path { outputs.append(FileUse(.output, path, place: "--rejects", range: nil)) }
        for output in outputs {
            let path = output.isTemplate ? output.fixedFolder : output.path
            guard output.isTemplate ? !ConfinedFolder.isEmpty(path) : FilePath.kind(of: path) != nil else { continue }
            let shown = output.isSecret ? output.place : path.printable
            let elsewhere =
                output.parameter.map { "--set \($0)=PATH" }
                ?? (output.place == "--rejects" ? "--rejects FILE" : "another path at \(output.place)")
            throw PipelineFailure(
                .cannotCreate,
                "\(shown) exists already, and a run with --limit would put a part in its place; --dry-run writes nothing, \(elsewhere) "
                    + "writes elsewhere, and --force replaces it")
        }
    }

    /// Ensures that outputs can be written, without creating anything.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `cannotCreate`.
    static func checkWritable(_ files: [FileUse]) throws {
        if let obstacle = obstacles(in: files).first { throw PipelineFailure(.cannotCreate, obstacle) }
    }

    /// The outputs that cannot be written, each with the reason, as far as they can be found without creating anything.
    static func obstacles(in files: [FileUse]) -> [String] {
        files.compactMap { output in
            guard let obstacle = output.obstacle else { return nil }
            let shown = output.isSecret ? output.place : "\(output.place): \(output.path)"
            return "\(shown) cannot be written: \(obstacle)"
        }
    }
}

/// An option of the command line that a run refuses if a sink updates earlier output in certain modes.
struct UpdateExclusion {
    /// The option with its dashes.
    let name: String
    /// The update modes of sinks that exclude the option.
    let excluded: Set<SinkUpdate>
    /// The reason for the refusal: the rest of a sentence that begins with the option.
    let reason: String

    /// `--limit`: later runs would take the part of the records for all new ones.
    static let limit = UpdateExclusion(
        name: "--limit", excluded: [.append, .merge], reason: "would add a part of the records, and the rest would look as if it were there"
    )
    /// `--force`: it replaces outputs, and there is nothing to replace in a file that grows.
    static let force = UpdateExclusion(
        name: "--force", excluded: [.append], reason: "replaces an output, and this one keeps the records of earlier runs")
}

/// Ensures that standard input has one reader. A second one would find it empty.
enum StandardInputCheck {
    /// Counts the readers of a command line.
    ///
    /// - Parameters:
    ///   - files: The paths of the pipeline files; `-` is standard input.
    ///   - plans: The plans of those files that have been read.
    ///   - other: What the command itself reads from standard input; nil if it reads nothing there.
    /// - Throws: ``UsageError`` that names two readers.
    static func check(files: [String], plans: [(file: String, plan: PipelinePlan)] = [], other: String? = nil) throws {
        var readers = other.map { [$0] } ?? []
        readers += files.filter { Input($0) == .standardInput }.map { _ in "the pipeline file \"-\"" }
        for (file, plan) in plans {
            readers += plan.files.filter { $0.purpose == .input && $0.isStandardStream }.map { "\(file.printable) (\($0.place.printable))" }
        }
        guard readers.count > 1 else { return }
        throw UsageError("standard input has two readers, \(readers[0]) and \(readers[1]); one of the two would find it empty")
    }
}
