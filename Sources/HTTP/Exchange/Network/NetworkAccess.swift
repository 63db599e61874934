internal import Pipeline

/// What a run may do with the network.
package enum NetworkAccess: Sendable, Equatable {
    /// Requests are sent.
    case open
    /// Requests are sent, and all responses are stored in a folder.
    case recording(folder: String)
    /// No request is sent. Responses come from the folder of a recording; without one, from the offline caches of the steps.
    case closed(recording: String?)

    /// Whether no request is sent.
    var isClosed: Bool {
        if case .closed = self { true } else { false }
    }

    /// The cache that records responses or replays a recording; nil for none.
    ///
    /// - Parameter headerNames: The names of response headers that the step uses.
    func recording(headerNames: [String]) -> CacheSettings? {
        let settings: CacheSettings
        switch self {
        case .open, .closed(recording: nil): return nil
        case .recording(let folder): settings = CacheSettings(folder: MaskedText(folder), keep: .all)
        case .closed(recording: let folder?): settings = CacheSettings(folder: MaskedText(folder), mode: .offline, keep: .all)
        }
        var recording = settings
        recording.headerNames = headerNames
        recording.isRecording = true
        return recording
    }
}
