internal import Pipeline

/// A file that a pattern matches.
package struct FileMatch: Sendable, Equatable {
    /// The reason why a run does not read the file.
    enum Fault: Sendable, Equatable {
        /// A symbolic link whose target does not exist, or a file that was removed meanwhile.
        case missing
        /// A pipe, socket or device. Reading it could wait for ever, and the pattern may mean others.
        case special
    }

    /// The path, as the pattern gives it.
    package let path: String
    /// nil for a file that can be read.
    let fault: Fault?

    init(path: String, fault: Fault?) {
        self.path = path
        self.fault = fault
    }

    /// - Parameter kind: The kind of the file behind symbolic links; nil if there is none.
    init(path: String, kind: FileKind?) {
        self.init(path: path, fault: kind == nil ? .missing : kind == .special ? .special : nil)
    }

    /// Checks that a run reads the file.
    ///
    /// - Parameters:
    ///   - shown: The path in messages.
    ///   - pattern: The pattern in messages.
    /// - Throws: ``PipelineFailure`` of the kind `inputMissing`.
    func check(shownAs shown: String, matching pattern: String) throws {
        let reason: String
        switch fault {
        case nil: return
        case .missing: reason = "a symbolic link to a file that does not exist"
        case .special: reason = "a pipe, socket or device, which is read only where its path is written out"
        }
        throw PipelineFailure(.inputMissing, "\(shown.printable), which the pattern \(pattern.printable) matches, is \(reason)")
    }
}
