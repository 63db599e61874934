internal import JSONParsing
internal import JSONQuery

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension Error {
    /// The error in one sentence: its `description` or its `errorDescription`, otherwise the name of its type and case.
    ///
    /// Package access: a public member of every `Error` would clash with members of the same name in plug-ins.
    package var message: String {
        switch self {
        case let error as any CustomStringConvertible: error.description
        default: (self as? any LocalizedError)?.errorDescription ?? Self.named(String(describing: self), by: "\(type(of: self))")
        }
    }

    /// Puts the name of the type before the name of a case, which alone would be unclear.
    private static func named(_ text: String, by type: String) -> String { text.hasPrefix(type) ? text : "\(type): \(text)" }

    /// Converts the error to one with an exit code. The caller knows which step threw it.
    ///
    /// - Parameters:
    ///   - kind: The kind for an error that has none of its own.
    ///   - step: The step that threw it.
    func failure(_ kind: PipelineFailure.Kind, of step: StepProperties) -> any Error { failure(kind, step.type) }

    /// Converts the error to one with an exit code.
    ///
    /// - Parameters:
    ///   - kind: The kind for an error that has none of its own.
    ///   - name: The part of the run that failed, such as the type of a step.
    func failure(_ kind: PipelineFailure.Kind, _ name: String) -> any Error {
        switch self {
        case is PipelineFailure, is Interrupted, is ReadingStopped, is CancellationError: self
        case is JSONError, is JSONCodingError, is RecordError, is QueryRuntimeError, is RecordQueryError:
            PipelineFailure(.badData, "\(name): \(message.printable)")
        default: PipelineFailure(kind, "\(name): \(message.printable)")
        }
    }
}

/// The error of a run that a signal or the embedding program has stopped.
struct Interrupted: Error, Equatable, CustomStringConvertible {
    /// The number of the signal; nil if there was none.
    let signal: Int32?

    var description: String { signal == nil ? "stopped" : "stopped by a signal" }
}
