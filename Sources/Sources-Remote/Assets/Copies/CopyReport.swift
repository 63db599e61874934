internal import Pipeline

/// The result of a run that makes copies of images.
struct CopyReport: Sendable {
    private struct Key: Hashable {
        let program: String
        let fault: ExternalProgramFault
    }

    private struct Group {
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
    private var groups: [(key: Key, group: Group)] = []

    /// - Parameter example: The name of the image.
    mutating func add(_ fault: ExternalProgramFault, program: String, example: String) {
        if case .tookTooLong = fault { slow += 1 }
        let key = Key(program: program, fault: fault)
        if let place = groups.firstIndex(where: { $0.key == key }) {
            groups[place].group.count += 1
        } else {
            groups.append((key, Group(count: 1, example: example)))
        }
    }

    /// The result in sentences.
    var notes: [String] {
        var notes = made > 0 ? ["\(Self.counted(made)) of images made"] : []
        if lacksProgram { notes.append("no smaller copies of images: vipsthumbnail, ImageMagick or sips would make them") }
        if tooLarge > 0 { notes.append("\(tooLarge.counted("image")) without smaller copies: more than \(ImageResizer.maxPixels) pixels") }
        return notes
    }

    private static func counted(_ copies: Int) -> String { "\(copies) smaller \(copies == 1 ? "copy" : "copies")" }

    /// The warnings, one for each reason.
    var warnings: [String] {
        groups.map { key, group in
            "assets: \(key.program) has not made \(Self.counted(group.count)) of images: \(key.fault.words); the first: "
                + group.example
        }
    }
}
