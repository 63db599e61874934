internal import HTTP
internal import ImageHeaders
internal import Pipeline
internal import Synchronization

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// The search path and the time limit of the programs that make copies.
struct CopyPrograms: Sendable {
    /// The folders that contain programs.
    var folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    /// The time limit for one copy.
    var maxSeconds = ImageResizer.maxSeconds
}

/// Makes the smaller copies of the images of one run.
///
/// A copy has the name of its image, which contains the hash of the content, and its width. So a copy of an earlier run is still right.
///
/// A class, because all workers use it.
final class CopyMaker: Sendable {
    /// The bytes at the start of a file that tell whether it is animated.
    private static let headBytes = 64 << 10
    /// The number of copies that took too long after which the run makes no further ones.
    private static let maxSlowCopies = 3

    private let output: StageFiles
    private let programs: CopyPrograms
    /// The program, which is looked for once.
    private let resizer = SingleFlightCache<ImageResizer?>()
    /// The copies by their names; nil for one that could not be made.
    private let copies = SingleFlightCache<AssetCopy?>()
    /// Limits the programs that run at once.
    private let progress = AsyncLock(maxSharers: ProcessInfo.processInfo.activeProcessorCount)
    private let state = Mutex(CopyReport())

    init(_ output: StageFiles, by programs: CopyPrograms) {
        self.output = output
        self.programs = programs
    }

    /// The result of the run.
    var report: CopyReport { state.withLock { $0 } }

    /// Returns the copies of a file, the narrowest first; none of a file that stays as it is.
    ///
    /// - Throws: `CancellationError`; ``PipelineFailure`` if a copy cannot be written.
    func copies(of file: AssetFile) async throws -> [AssetCopy] {
        guard let size = file.size, let kind = AssetName.kind(of: file.name) else { return [] }
        let widths = AssetCopy.widths.filter { $0 < size.width }
        guard !widths.isEmpty, [.jpeg, .png, .webp].contains(kind) else { return [] }
        guard max(size.width, size.height) <= ImageResizer.maxSide, size.width * size.height <= ImageResizer.maxPixels else {
            state.withLock { $0.tooLarge += 1 }
            return []
        }
        let found = try await resizer.value(for: "") { (try await ImageResizer.find(in: self.programs.folders), 0) }
        guard let found else {
            state.withLock { $0.lacksProgram = true }
            return []
        }
        guard let copyKind = found.copyKind(of: kind) else { return [] }
        var made: [AssetCopy] = []
        for width in widths {
            let name = AssetName.copyName(of: file.name, width: width, kind: copyKind)
            let path = file.folder + [name]
            let copy = try await copies.value(for: path.joined(separator: "/")) {
                if let bytes = try self.output.size(of: path), bytes > 0 { return (AssetCopy(name: name, width: width), 0) }
                let copy = try await self.progress.withSharedLock { try await self.copy(of: file, kind, width: width, found) }
                guard let copy else { return (nil, 0) }
                try self.output.write(copy, to: path)
                self.state.withLock { $0.made += 1 }
                return (AssetCopy(name: name, width: width), 0)
            }
            if let copy { made.append(copy) }
        }
        return made
    }

    private func copy(of file: AssetFile, _ kind: ImageKind, width: Int, _ resizer: ImageResizer) async throws -> [UInt8]? {
        guard state.withLock({ $0.slow < Self.maxSlowCopies }), let number = try output.opened(file.path) else { return nil }
        let image = FileDescriptor(owning: number)
        do {
            let head = try FileDescriptor.read(from: image.number, upTo: Self.headBytes)
            if kind.isAnimated(head) { return nil }
            guard lseek(image.number, 0, SEEK_SET) == 0 else { throw ExternalProgramFault.failed }
            return try await resizer.copy(of: image, kind, width: width, maxSeconds: programs.maxSeconds)
        } catch let fault as ExternalProgramFault {
            state.withLock { $0.add(fault, program: resizer.kind.rawValue, example: file.name) }
            return nil
        }
    }
}

/// A smaller copy of an image.
struct AssetCopy: Sendable, Equatable {
    /// The widths of copies, in pixels: cards on small screens, cards on dense screens, and articles.
    static let widths = [480, 960, 1600]

    /// The name in the folder.
    let name: String
    /// The width in pixels.
    let width: Int
}

/// A file with its smaller copies, the narrowest first.
struct FileWithCopies: Sendable {
    let file: AssetFile
    let copies: [AssetCopy]
}

/// The result of a run that makes copies of images.
struct CopyReport: Sendable {
    private struct Key: Hashable {
        let program: String
        let fault: ExternalProgramFault
    }

    private struct FaultGroup {
        var count = 0
        let example: String
    }

    /// The copies that this run has made.
    var made = 0
    /// The images with more pixels than the limit.
    var tooLarge = 0
    /// Whether images have no copies because no program is installed.
    var lacksProgram = false
    /// The copies that took too long.
    private(set) var slow = 0
    private var groups: [(key: Key, group: FaultGroup)] = []

    /// - Parameter example: The name of the image.
    mutating func add(_ fault: ExternalProgramFault, program: String, example: String) {
        if case .tookTooLong = fault { slow += 1 }
        let key = Key(program: program, fault: fault)
        if let place = groups.firstIndex(where: { $0.key == key }) {
            groups[place].group.count += 1
        } else {
            groups.append((key, FaultGroup(count: 1, example: example)))
        }
    }

    /// The result in sentences.
    var notes: [String] {
        var notes = made > 0 ? ["\(Self.counted(made)) of images made"] : []
        if lacksProgram { notes.append("no smaller copies of images: vipsthumbnail, ImageMagick or sips would make them") }
        if tooLarge > 0 { notes.append("\(tooLarge.counted("image")) without smaller copies: more than \(ImageResizer.maxPixels) pixels") }
        return notes
    }

    private static func counted(_ copies: Int) -> String { copies.counted("smaller copy", plural: "smaller copies") }

    /// The warnings, one for each reason.
    var warnings: [String] {
        groups.map { key, group in
            "assets: \(key.program) has not made \(Self.counted(group.count)) of images: \(key.fault.words); the first: "
                + group.example
        }
    }
}
