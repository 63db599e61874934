#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A lock on one output path. The system releases it when the process ends, even if it crashes.
///
/// The lock is on a hidden file beside the output, because the output itself is replaced. The file contains the ID of the process.
package struct OutputLock: ~Copyable {
    /// The error that another process holds the lock.
    package struct Busy: Error {
        /// The ID of that process; nil if it is unknown.
        package let process: Int32?

        /// Returns the failure of a run that needs the output.
        ///
        /// - Parameter shown: The name of the output in messages.
        package func failure(of shown: String) -> PipelineFailure {
            let holder = process.map { "process \($0)" } ?? "another process"
            return PipelineFailure(
                .tryAgainLater, "\(shown) is being written by \(holder); try again when that has ended, or wait with --wait SECONDS")
        }
    }

    /// The limit for a process ID in digits.
    private static let maxNumberBytes = 32

    private let folder: ConfinedFolder
    private let name: String
    private let file: FileDescriptor

    /// Takes the lock.
    ///
    /// - Parameters:
    ///   - name: The name of the output file in its folder; nil for the whole folder.
    ///   - folder: The folder of the output. It is created if it is missing.
    /// - Throws: ``Busy`` if another process holds the lock; ``PipelineFailure`` or ``SystemError`` if the lock file cannot be created.
    package init(_ name: String?, in folder: String) throws {
        let folder = try ConfinedFolder(creating: folder)
        let lockName = Self.lockName(name)
        self.file = try Self.lock(lockName, in: folder)
        self.name = lockName
        self.folder = folder
    }

    // The name is removed before the lock is released. In the other order, a second run could lock the file before its name is removed, and
    // a third run could then lock a new file of the same name.
    deinit { unsafe unlinkat(folder.descriptor.number, name, 0) }

    private static func lock(_ name: String, in folder: borrowing ConfinedFolder) throws -> FileDescriptor {
        while true {
            let file: FileDescriptor
            do throws(SystemError) {
                file = try FileDescriptor(opening: name, flags: O_RDWR | O_CREAT | O_NOFOLLOW, in: folder.descriptor.number)
            } catch {
                throw SystemError(action: SystemError.makingFile, path: folder.path, code: error.code)
            }
            // Other errors mean that this file system has no locks.
            if flock(file.number, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { throw Busy(process: holder(file)) }
            guard folder.isFile(file, called: name) else { continue }  // the last holder has just removed it
            ftruncate(file.number, 0)
            try? file.write(Array("\(getpid())\n".utf8).span)
            return file
        }
    }

    private static func holder(_ file: borrowing FileDescriptor) -> Int32? {
        guard let bytes = try? FileDescriptor.read(from: file.number, at: 0, upTo: maxNumberBytes) else { return nil }
        return Int32(String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" })
    }

    private static func lockName(_ name: String?) -> String {
        guard let name else { return "\(ConfinedFolder.ownPrefix).lock" }
        let full = "\(ConfinedFolder.temporaryPrefix)\(name).lock"
        guard full.utf8.count > ConfinedFolder.maxNameBytes else { return full }
        // The hash distinguishes long names with the same beginning.
        var hash = FNVHash()
        hash.add(name)
        return "\(ConfinedFolder.temporaryPrefix)\(String(hash.value, radix: 36)).lock"
    }
}

/// The hash FNV-1a in 64 bits, which is the same in every process. Collisions are easy to construct, so no decision about data depends on
/// it.
package struct FNVHash {
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}

    package mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

    package mutating func add(_ text: String) {
        let bytes = text.utf8.span
        for index in bytes.indices { add(bytes[index]) }
    }
}
