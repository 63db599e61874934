internal import JSONParsing
internal import Pipeline

extension JSONSource {
    /// Who has guessed so often in vain had better read on in one go.
    private static let maxWrongGuesses = 3

    /// Reads the rest of an input in several tasks.
    ///
    /// The input is cut into slabs where items seem to begin, and each slab is read as if that were so. The slabs are taken in their
    /// order; what was cut in the wrong place is read again, behind what comes before it. So what comes out is the same, faults and
    /// their places included, as if one task had read everything.
    ///
    /// - Parameters:
    ///   - boundary: How items follow each other.
    ///   - progress: How far the input has been read.
    func runParallel(
        _ boundary: JSONItemBoundary, _ progress: inout Progress, _ input: inout RemoteInput, into output: inout RecordWriter
    ) async throws {
        try await withThrowingTaskGroup(of: (Int, ItemReading.Guess).self) { group in
            var cutter = SlabCutter(at: boundary, offset: progress.reading.offset)
            /// A slab is here as long as nobody guesses; else it comes back with the guess.
            var slabs: [ItemSlab?] = []
            var guesses: [Int: ItemReading.Guess] = [:]
            var number = 0
            var wrongGuesses = 0
            var isAtEnd = false
            while true {
                while !isAtEnd, slabs.count <= output.parallelism {
                    let chunk = try await input.read()
                    isAtEnd = chunk.isEmpty
                    guard let slab = isAtEnd ? cutter.takeRest() : cutter.add(chunk) else { continue }
                    guard slab.seemsToBeginItem, wrongGuesses < Self.maxWrongGuesses else {
                        slabs.append(slab)
                        continue
                    }
                    let handover = ItemSlab.Handover(slab)
                    group.addTask { [reading = progress.reading, number = number + slabs.count] in
                        guard let slab = handover.take() else { throw PipelineFailure(.internalError, "a slab was read by two tasks") }
                        return (number, reading.guess(slab, boundary))
                    }
                    slabs.append(nil)
                }
                guard !slabs.isEmpty else { return }
                var slab = slabs.removeFirst()
                while slab == nil, guesses[number] == nil, let (other, guess) = try await group.next() { guesses[other] = guess }
                let guess = guesses.removeValue(forKey: number)
                number += 1
                guard var chunks = (slab.take() ?? guess?.slab)?.chunks else {
                    throw PipelineFailure(.internalError, "a slab was lost")
                }
                let accepted = guess.flatMap { progress.reading.accept($0) }
                if guess != nil, accepted == nil { wrongGuesses += 1 }
                try await deliver(accepted ?? progress.reading.read(&chunks), of: chunks, &progress, into: &output)
            }
        }
    }
}
