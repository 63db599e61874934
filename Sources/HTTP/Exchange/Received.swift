/// The result of one attempt.
enum Received<Result: ~Copyable>: ~Copyable {
    case done(Result)
    case fault(RequestFault)
}
