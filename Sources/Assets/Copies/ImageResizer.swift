internal import ImageHeaders
internal import Pipeline

/// A program of this machine that makes smaller copies of images.
///
/// Images are untrusted. So the program gets no shell, no name that content chooses, and limits for its time and its memory.
struct ImageResizer: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case vips = "vipsthumbnail"
        /// ImageMagick 7.
        case magick
        /// ImageMagick 6. Other programs have this name, too.
        case convert
        /// The image tool of macOS.
        case sips
    }

    /// The greatest number of pixels of an image. A larger one needs much memory when it is decoded.
    static let maxPixels = 40_000_000
    /// The greatest width or height of an image. WebP has no larger ones.
    static let maxSide = 16_383
    /// The greatest length of a copy, in bytes.
    private static let maxCopyBytes = 32 << 20
    /// The time limit for one copy, in seconds.
    static let maxSeconds = 20.0
    /// The time limit for finding out which program it is, in seconds.
    private static let maxVersionSeconds = 5.0
    private static let quality = 80

    let kind: Kind
    let path: String

    /// Finds the first program that is installed.
    ///
    /// - Parameters:
    ///   - kinds: The programs, the best first.
    ///   - folders: The folders that contain programs, as in the variable `PATH`.
    static func find(_ kinds: [Kind] = Kind.allCases, in folders: [String]) async throws -> ImageResizer? {
        for kind in kinds {
            for folder in folders where folder.hasPrefix("/") {
                let resizer = ImageResizer(kind: kind, path: "\(folder)/\(kind.rawValue)")
                if ExternalProgram.isExecutable(resizer.path), try await resizer.isWhatItsNameSays() { return resizer }
            }
        }
        return nil
    }

    private func isWhatItsNameSays() async throws -> Bool {
        let (option, start) =
            switch kind {
            case .vips: ("--version", "vips-8.")
            case .magick, .convert: ("-version", "Version: ImageMagick ")
            case .sips: ("--version", "sips")
            }
        let output = try? await ExternalProgram(path: path, arguments: { _ in [option] }, maxSeconds: Self.maxVersionSeconds)
            .output(of: nil, limit: 64 << 10)
        try Task.checkCancellation()
        return output.map { String(decoding: $0, as: UTF8.self).hasPrefix(start) } ?? false
    }

    /// The kind of a copy; nil if the program makes no copies of such images.
    ///
    /// A GIF stays as it is, because it may be animated. AVIF is small already.
    func copyKind(of kind: ImageKind) -> ImageKind? {
        switch kind {
        case .jpeg, .png: self.kind == .sips ? kind : .webp
        case .webp: self.kind == .sips ? nil : .webp
        case .gif, .avif: nil
        }
    }

    /// Makes a copy, upright and with the image's proportions.
    ///
    /// - Parameters:
    ///   - image: The file, read from its current position.
    ///   - kind: The kind of the image.
    ///   - width: The width of the copy in pixels.
    ///   - maxSeconds: The time limit.
    /// - Throws: ``ExternalProgramFault``; `CancellationError`.
    func copy(of image: borrowing FileDescriptor, _ kind: ImageKind, width: Int, maxSeconds: Double) async throws -> [UInt8] {
        let program = ExternalProgram(
            path: path, arguments: { arguments($0, kind, width) }, maxSeconds: maxSeconds, needsNames: self.kind == .sips)
        let copy = try await program.output(of: image.number, limit: Self.maxCopyBytes)
        guard let made = ImageKind(copy), made == copyKind(of: kind), let size = ImageSize(head: copy, kind: made), size.width == width
        else { throw ExternalProgramFault.wrongOutput }
        return copy
    }

    /// The arguments. A program reads its standard input and writes to its standard output, unless it needs files with names.
    private func arguments(_ files: ExternalProgram.FilePaths, _ image: ImageKind, _ width: Int) -> [String] {
        switch self.kind {
        case .vips: ["stdin", "--size", "\(width)x", "-o", ".webp[Q=\(Self.quality),strip]"]
        case .magick, .convert:
            // "jpeg:-[0]" names the decoder; otherwise the first bytes would choose it. "jpeg:size" lets the decoder scale the image down.
            [
                "-limit", "memory", "768MiB", "-limit", "map", "768MiB", "-limit", "disk", "1GiB", "-limit", "thread", "1",
                "-limit", "time", "\(Int(Self.maxSeconds))", "-define", "jpeg:size=\(2 * width)x\(2 * width)", "\(image.rawValue):-[0]",
                "-auto-orient", "-thumbnail", "\(width)x", "-quality", "\(Self.quality)", "webp:-",
            ]
        case .sips: ["--resampleWidth", "\(width)", files.input, "--out", files.output]
        }
    }
}
