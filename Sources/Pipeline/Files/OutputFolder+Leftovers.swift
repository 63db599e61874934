#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

extension OutputFolder {
    /// What the names of temporary files begin and end with.
    static let temporaryPrefix = ".tabpipe-"
    static let temporarySuffix = ".tmp"

    /// Removes temporary files of runs that were killed. A file that a living run still writes is locked, and stays.
    ///
    /// Reads the whole folder; so it is done once for a folder and a run.
    package func removeLeftovers() {
        let copy = dup(descriptor.number)
        guard copy >= 0 else { return }
        guard let stream = unsafe fdopendir(copy) else {
            close(copy)
            return
        }
        defer { unsafe closedir(stream) }
        unsafe rewinddir(stream)
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            guard name.hasPrefix(Self.temporaryPrefix), name.hasSuffix(Self.temporarySuffix) else { continue }
            guard let file = try? FileDescriptor(opening: name, flags: O_RDWR | O_NOFOLLOW, in: descriptor.number),
                flock(file.number, LOCK_EX | LOCK_NB) == 0
            else { continue }
            unsafe unlinkat(descriptor.number, name, 0)
        }
    }
}
