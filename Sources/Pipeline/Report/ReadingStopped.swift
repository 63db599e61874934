/// Ends a source or a stream stage once downstream needs no more records. `send` throws it. It is not a failure.
public struct ReadingStopped: Error {}
