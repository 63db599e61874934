internal import Pipeline

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
