/// The new records of a run that merges, in an unnamed file. In memory are only their keys and places.
struct NewRecords: ~Copyable {
    private struct Place {
        var offset: Int
        var count: Int
        /// Whether the record has taken the place of an earlier one.
        var isPlaced = false
    }

    private let file: FileDescriptor
    private let name: String
    /// Records that are not written to the file yet.
    private var buffer: [UInt8] = []
    private var writtenCount = 0
    /// The places in the order in which the keys came first.
    private var places: [Place] = []
    private var numbers: [RecordKey: Int] = [:]
    /// The number of records that a later one with the same key has replaced.
    private(set) var supersededCount = 0

    /// The number of different keys.
    var count: Int { places.count }
    /// The records that have not taken the place of an earlier one, in the order in which their keys came first.
    var unplaced: [Int] { places.indices.filter { !places[$0].isPlaced } }

    /// - Parameter output: The file that the records are for. The unnamed file is on the same file system.
    init(for output: Output) throws {
        name = output.shown.printable
        do throws(SystemError) {
            file = try OutputFolder.makeUnnamedFile(beside: OutputPlan.current?.temporaryPath ?? output.path ?? "")
        } catch {
            throw PipelineFailure(error.outputFailure, "\(output.shown.printable) cannot be written: \(error)")
        }
    }

    /// Adds a record. An earlier one with the same key is forgotten.
    mutating func add(_ record: [UInt8], key: RecordKey) throws {
        let place = Place(offset: writtenCount + buffer.count, count: record.count)
        buffer += record
        if let number = numbers[key] {
            places[number] = place
            supersededCount += 1
        } else {
            numbers[key] = places.count
            places.append(place)
        }
        if buffer.count >= OutputFile.blockBytes { try flush() }
    }

    /// Writes what waits in memory to the file.
    mutating func flush() throws {
        do throws(SystemError) {
            try file.write(buffer.span)
        } catch {
            throw failure(error)
        }
        writtenCount += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }

    /// The number of the record with a key; nil if there is none.
    func number(of key: RecordKey) -> Int? { numbers[key] }

    /// Marks a record as placed.
    ///
    /// - Returns: false if it was placed before.
    mutating func place(_ number: Int) -> Bool {
        defer { places[number].isPlaced = true }
        return !places[number].isPlaced
    }

    /// Reads a record from the file.
    func record(_ number: Int) throws -> [UInt8] {
        let place = places[number]
        do throws(SystemError) {
            return try FileDescriptor.read(from: file.number, at: place.offset, upTo: place.count)
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: SystemError) -> PipelineFailure {
        PipelineFailure(.cannotWrite, "\(name) cannot be written: \(error.reason)")
    }
}
