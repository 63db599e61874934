internal import Pipeline

/// Ensures that standard input has one reader: the first one would take everything, and the others would find it empty.
enum StandardInputCheck {
    /// Counts the readers of a command line.
    ///
    /// - Parameters:
    ///   - files: The pipeline files as they were named; `-` is read from standard input.
    ///   - plans: What was read from them, as far as it was.
    ///   - other: What the command itself reads there, if it does.
    /// - Throws: ``UsageError`` that names two of them.
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
