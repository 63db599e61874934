internal import Pipeline

/// The batches that programs are working on, in input order, with the outcomes received so far.
struct AnswerQueue {
    enum Outcome {
        case kept(Record)
        case dropped
        case failed(Record, String)
    }

    /// Outcomes to send downstream, in order.
    enum Ready {
        case kept([Record])
        case failed(Record, String)
    }

    private struct Batch {
        let records: [Record]
        /// The number of records that have an answer.
        var answered = 0
        /// The outcomes that were not sent downstream yet.
        var outcomes: [Outcome] = []
    }

    /// The greatest number of unanswered records of a program. Above it, the program gets no further batch.
    private static let enoughRecords = 256

    private var batches: [Batch] = []
    /// The number of the first batch.
    private var first = 0
    /// The numbers of the batches that are with each program, in order.
    private var programs: [(batches: [Int], records: Int)] = []

    /// Whether a further batch can be sent to a program.
    ///
    /// - Parameter maxPrograms: The greatest number of programs.
    func hasRoom(for maxPrograms: Int) -> Bool {
        // A bound for the finished batches that wait for an earlier batch of a slow program.
        batches.count < 4 * maxPrograms && (programs.count < maxPrograms || programs.contains { $0.records < Self.enoughRecords })
    }

    /// Adds a batch to the program with the fewest records.
    ///
    /// - Returns: The index of the program. It equals the number of programs if the caller has to start a new one.
    mutating func add(_ records: [Record], maxPrograms: Int) -> Int {
        var program = programs.indices.min { programs[$0].records < programs[$1].records } ?? 0
        if programs.isEmpty || programs[program].records > 0 && programs.count < maxPrograms {
            program = programs.count
            programs.append(([], 0))
        }
        programs[program].batches.append(first + batches.count)
        programs[program].records += records.count
        batches.append(Batch(records: records))
        return program
    }

    /// Notes the answer to the first record that waits for one.
    mutating func answer(of program: Int, _ outcome: (Record) -> Outcome) {
        guard let number = programs[program].batches.first else { preconditionFailure("an answer without a record") }
        let index = number - first
        batches[index].outcomes.append(outcome(batches[index].records[batches[index].answered]))
        batches[index].answered += 1
        programs[program].records -= 1
        if batches[index].answered == batches[index].records.count { programs[program].batches.removeFirst() }
    }

    /// The origin of the record that a program works on; nil if it has none.
    func origin(of program: Int) -> Origin? {
        guard let number = programs[program].batches.first else { return nil }
        let batch = batches[number - first]
        return batch.records[batch.answered].origin
    }

    /// Removes and returns the outcomes before the first unanswered record.
    mutating func takeReady() -> [Ready] {
        var ready: [Ready] = []
        var kept: [Record] = []
        while !batches.isEmpty {
            for outcome in batches[0].outcomes {
                switch outcome {
                case .kept(let record): kept.append(record)
                case .dropped: break
                case .failed(let record, let reason):
                    if !kept.isEmpty { ready.append(.kept(kept)) }
                    kept = []
                    ready.append(.failed(record, reason))
                }
            }
            batches[0].outcomes = []
            guard batches[0].answered == batches[0].records.count else { break }
            batches.removeFirst()
            first += 1
        }
        if !kept.isEmpty { ready.append(.kept(kept)) }
        return ready
    }
}
