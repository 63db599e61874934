internal import Pipeline

/// Removes from the texts of a test what its result must not show: secrets, and the path of the temporary folder.
struct TestMask: Sendable {
    private let secrets: SecretValues
    private let learned: LearnedSecrets
    private let outputs: String

    /// - Parameter outputs: The temporary folder with the outputs.
    init(_ plan: PipelinePlan, outputs: String) {
        secrets = plan.secrets
        learned = plan.learnedSecrets
        self.outputs = outputs
    }

    func masked(_ text: String) -> String {
        var secrets = secrets
        secrets.formUnion(learned.snapshot)
        return AddressMask.masked(in: secrets.masked(text.replacing(outputs + "/", with: "")))
    }

    /// A failure whose texts show neither secrets nor the temporary folder.
    func masked(_ failure: TestFailure) -> TestFailure {
        TestFailure(path: failure.path, message: masked(failure.message), details: failure.details.map(masked))
    }
}
