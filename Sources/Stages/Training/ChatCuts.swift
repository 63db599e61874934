internal import Pipeline
internal import Synchronization

/// Counts the messages that conversations lack. A class, because the copies of a stage for workers count together.
final class ChatCuts: Sendable {
    /// Why a message is missing.
    enum Reason: Hashable, CaseIterable {
        case skipped(ChatSkip)
        case role
        case empty
        case start
        case end

        static var allCases: [Reason] { ChatSkip.allCases.map { .skipped($0) } + [.role, .empty, .start, .end] }

        /// The end of the sentence about such messages.
        fileprivate var phrase: String {
            switch self {
            case .skipped(let skip): "left out as \(skip.phrase), as the option skip says"
            case .role: "left out, because role gives null"
            case .empty: "left out, because they have no text"
            case .start: "cut off in front of the user's first turn"
            case .end: "cut off behind the assistant's last turn"
            }
        }
    }

    private let counts = Mutex<[Reason: (messages: Int, threads: Int)]>([:])

    /// Counts the messages that a conversation lacks, which is written otherwise.
    func note(_ cuts: [Reason: Int]) {
        guard !cuts.isEmpty else { return }
        counts.withLock { counts in
            for (reason, messages) in cuts where messages > 0 {
                counts[reason, default: (0, 0)].messages += messages
                counts[reason, default: (0, 0)].threads += 1
            }
        }
    }

    /// A sentence for each reason.
    var notes: [String] {
        let counts = counts.withLock { $0 }
        return Reason.allCases.compactMap { reason in
            counts[reason].map { "\($0.messages.counted("message")) of \($0.threads.counted("thread")) \(reason.phrase)" }
        }
    }
}
