/// The time limits of one request, in seconds.
package struct RequestTimeouts: Sendable, Equatable {
    /// The limit for connecting, with the search for the host's address and TLS.
    var connect = 10.0
    /// The longest time without a byte from the server.
    var idle = 30.0
    /// The limit for the whole request; nil for none (a streamed document).
    var total: Double? = 300

    package init(connect: Double = 10, idle: Double = 30, total: Double? = 300) {
        self.connect = connect
        self.idle = idle
        self.total = total
    }
}
