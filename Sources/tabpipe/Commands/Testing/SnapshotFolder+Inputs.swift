internal import Pipeline

extension SnapshotFolder {
    /// Ensures that an update replaces none of the files that the test reads.
    ///
    /// - Throws: ``PipelineFailure`` if one of them is in the folder.
    func check(apartFrom inputs: [String]) throws {
        let folder = FileUse(.output, path, place: "files", range: nil)
        for input in inputs where FileUse(.input, input, place: "", range: nil).isInside(folder) {
            throw PipelineFailure(
                .cannotCreate, "\(path) holds \(input), which the test reads; a folder with expected outputs holds nothing else")
        }
    }
}
