internal import Foundation
internal import JSONParsing
internal import JSONQuery

extension Error {
    /// What the error says, in one sentence.
    package var message: String {
        switch self {
        case let error as any CustomStringConvertible: error.description
        case let error as any LocalizedError where error.errorDescription != nil: error.localizedDescription
        default: Self.named(String(describing: self), by: "\(type(of: self))")
        }
    }

    /// The name of a case says less than that of its type does.
    private static func named(_ text: String, by type: String) -> String { text.hasPrefix(type) ? text : "\(type): \(text)" }

    /// The error as one that has an exit code. Asked for where it is known which step threw it.
    ///
    /// - Parameters:
    ///   - kind: What an error means that says nothing of it itself.
    ///   - step: The step that threw it.
    func failure(_ kind: PipelineFailure.Kind, of step: PipelinePlan.Common) -> any Error { failure(kind, step.type) }

    /// The error as one that has an exit code.
    ///
    /// - Parameters:
    ///   - kind: What an error means that says nothing of it itself.
    ///   - name: What failed.
    func failure(_ kind: PipelineFailure.Kind, _ name: String) -> any Error {
        switch self {
        case is PipelineFailure, is Interrupted, is ReadingStopped, is CancellationError: self
        case is JSONError, is JSONCodingError, is RecordError, is QueryRuntimeError, is ProgramError:
            PipelineFailure(.badData, "\(name): \(message.printable)")
        default: PipelineFailure(kind, "\(name): \(message.printable)")
        }
    }
}
