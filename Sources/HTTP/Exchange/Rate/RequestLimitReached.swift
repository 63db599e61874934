/// The step has sent as many requests as `limits.max_requests` allows.
struct RequestLimitReached: Error, Equatable {
    let limit: Int
}
