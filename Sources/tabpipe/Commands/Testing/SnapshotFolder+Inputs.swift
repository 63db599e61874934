internal import Pipeline

extension SnapshotFolder {
    /// Ensures that an update replaces none of the files that the test reads.
    ///
    /// - Throws: ``PipelineFailure`` if one of them is in the folder.
    func check(apartFrom inputs: [String]) throws {
        let tree = path + "/"
        for input in inputs {
            guard Self.normal(input).hasPrefix(Self.normal(tree) + "/") else { continue }
            throw PipelineFailure(
                .cannotCreate, "\(path) holds \(input), which the test reads; a folder with expected outputs holds nothing else")
        }
    }

    /// A path without empty names and `.`, to compare beginnings of paths.
    private static func normal(_ path: String) -> String {
        (path.hasPrefix("/") ? "/" : "") + FilePath.names(in: path).filter { !$0.isEmpty && $0 != "." }.joined(separator: "/")
    }
}

extension TestMask {
    /// A failure whose texts show neither secrets nor the temporary folder.
    func masked(_ failure: TestFailure) -> TestFailure {
        TestFailure(path: failure.path, message: masked(failure.message), details: failure.details.map(masked))
    }
}
