/// Which messages a command prints.
enum Verbosity {
    /// Errors.
    case quiet
    /// Errors, the first warnings of each step, and information.
    case normal
    /// Every message.
    case verbose
}
