extension HostBudget {
    enum Decision: Sendable, Equatable {
        /// The request starts, and is counted.
        case start
        /// Ask again at a time.
        case wait(until: Double, reason: Reason)
        /// Ask again after the next response.
        case afterResponse
        /// The host has failed too often.
        case refused(failures: Int)
    }

    enum Reason: Sendable, Equatable {
        /// The limit of the pipeline file.
        case ownRate
        /// The server's limit is used up.
        case serverWindow
        /// The server asked for a pause, with a status code.
        case pause(status: Int)
        /// The server refused a request with a status code, and gave no time.
        case refusal(status: Int)
        /// The rate that the server has taken so far.
        case learnedRate

        /// Whether the server has named the time.
        var isAskedByServer: Bool {
            switch self {
            case .serverWindow, .pause: true
            case .ownRate, .refusal, .learnedRate: false
            }
        }

        /// The reason for the progress line, such as `429`.
        var phrase: String {
            switch self {
            case .ownRate: "rate.requests_per_minute"
            case .serverWindow: "its rate limit"
            case .pause(let status), .refusal(let status): "\(status)"
            case .learnedRate: "the rate that it takes"
            }
        }
    }
}
