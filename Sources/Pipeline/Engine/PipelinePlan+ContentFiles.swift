internal import JSONParsing

extension PipelinePlan {
    /// The files whose content is a part of the pipeline: used files, tables, and files with the text of an option. The inputs of the
    /// source are not among them.
    ///
    /// - Returns: Each path as the program opens it, and as the pipeline file names it.
    var contentFiles: [(path: String, written: String)] {
        let used = declaration.uses.map { (path: $0.file, written: $0.options["use"]?.string ?? $0.file) }
        let read = files.filter { use in
            // A file with the text of an option of the source, such as a token, is a part of the pipeline.
            use.purpose == .input && !use.isStandardStream && !use.isAddress && (use.owner != .source || use.place.hasSuffix(".$file"))
        }
        return used + read.map { (path: $0.path, written: written(of: $0)) }
    }

    /// The path as a file of the pipeline names it.
    private func written(of use: FileUse) -> String {
        guard let range = use.range, let value = try? JSONValue(parsing: Array((use.file?.text ?? declaration.unmarkedText)[range])) else {
            return use.shown
        }
        return value.string ?? (try? value.member("$file"))??.string ?? use.shown
    }
}

extension RunIdentity {
    /// Reads the files that a pipeline uses, and computes all hashes.
    ///
    /// - Throws: ``PipelineFailure`` if a file can no longer be read.
    package init(of plan: PipelinePlan) throws {
        let values = plan.declaration.parameters.compactMap { parameter in parameter.value.object?["default"].map { (parameter.key, $0) } }
        try self.init(ofPipeline: plan.declaration.text, parameters: JSONObject(values), files: plan.contentFiles + plan.programFiles)
    }
}
