package import JSONParsing

extension PipelinePlan {
    /// A file whose stages a step of the pipeline uses.
    package struct UsedFile: Sendable {
        /// The path of the step, such as `stages[2]`. The stages of the file have paths below it: `stages[2].stages[0]`.
        package let path: String
        /// The file, relative to the current directory.
        package let file: String
        /// The options of the step, with the values of all parameters of the file and with secrets masked.
        package let options: JSONObject
    }
}
