/// The time limits of a stage with the protocol `lines`.
struct LineTimeouts: Sendable {
    var start = Duration.seconds(60)
    var record = Duration.seconds(60)
}
