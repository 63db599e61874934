internal import Pipeline

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A new Swift package: a program with the command line of tabpipe and a stage of its own.
struct PluginPackage {
    /// The folder of the package tabpipe without `--tabpipe`.
    static let defaultTabpipe = "tabpipe"

    let name: String
    /// The folder of tabpipe: a path relative to the current directory, or an absolute one.
    let tabpipe: String

    /// The folder of tabpipe: a path relative to the package's folder, or an absolute one.
    var tabpipeFromPackage: String { tabpipe.hasPrefix("/") ? tabpipe : "../\(tabpipe)" }

    /// Whether the folder of tabpipe holds a package.
    var hasTabpipe: Bool { FileManager.default.fileExists(atPath: "\(tabpipe)/Package.swift") }

    /// Writes the package into a new folder of its name.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `cannotCreate` if the path exists; of that kind or `cannotWrite` if the system refuses,
    ///   and then nothing stays.
    func write() throws {
        do throws(SystemError) {
            try ConfinedFolder.makeNew(at: name)
        } catch {
            throw NewFile.failure(error, of: name)
        }
        do {
            for file in files {
                let path = "\(name)/\(file.path)"
                let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try NewFile.write(file.text, to: path)
            }
        } catch {
            try? FileManager.default.removeItem(atPath: name)
            throw error as? PipelineFailure ?? PipelineFailure(.cannotCreate, "\(name) cannot be written: \(error.message)")
        }
    }
}

/// The rules for the name of a new plug-in, which names its package, program, module and folder.
enum PluginName {
    /// The longest name, in characters: far below what file systems allow.
    private static let maxLength = 100

    /// Names of modules that a plug-in's package builds or imports.
    private static let modules = [
        "ArticleReading", "Assets", "Checksums", "CivilCalendar", "CSVParsing", "CurlCalls", "Dispatch", "ExternalPrograms", "Foundation",
        "Glibc", "Ground", "HTMLParsing", "HTMLSupport", "HTMLWriting", "HTTP", "HTTPReading", "ImageHeaders", "JSONParsing",
        "JSONParsingAVX2", "JSONQuery", "JSONSchema", "JSONStrings", "JSONStyling", "LineDiffs", "MailParsing", "MarkdownParsing",
        "PersonalData", "Pipeline", "ProgramGuard", "ProgramRunning", "ProgramSupport", "RichText", "Sinks", "Site", "SiteSupport",
        "SourcesLocal", "SourcesMail", "SourcesRemote", "SourcesXML", "Stages", "Swift", "SwiftShims", "Synchronization", "tabpipe",
        "TabpipeCommands", "Testing", "TestSupport", "TextMeasures", "WebAddresses", "XCTest", "XMLParsing",
    ]

    /// Words that name something else in the generated sources: `main` is the compiler's, `Shorten` is the stage.
    private static let taken = ["main", "Shorten"]

    /// Swift's keywords, which `import` does not take for a module.
    private static let keywords: Set = [
        "Any", "Protocol", "Self", "Type", "actor", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue",
        "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
        "if", "import", "in", "init", "inout", "internal", "is", "let", "macro", "nil", "operator", "precedencegroup", "private",
        "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw",
        "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    /// Checks a name.
    ///
    /// - Throws: ``UsageError`` for a name that cannot be a module's.
    static func check(_ text: String) throws(UsageError) {
        if let fault = Self.fault(of: text) {
            throw UsageError("\"\(text.printable)\" cannot name a plug-in: \(fault)\(Self.hint(for: text))")
        }
    }

    /// Says why a name cannot be a module's; nil if it can.
    private static func fault(of text: String) -> String? {
        guard let first = text.utf8.first, isLetter(first), text.utf8.allSatisfy({ isLetter($0) || isDigitOrLine($0) }) else {
            return "a name begins with a letter, and has letters from a to z, digits and \"_\""
        }
        if text.utf8.count > maxLength { return "it is longer than \(maxLength) characters" }
        if keywords.contains(text) { return "it is a keyword of Swift" }
        // File systems may take names for equal that differ in case only.
        let folded = text.lowercased()
        if modules.contains(where: { $0.lowercased() == folded }) { return "a module that the plug-in uses has this name" }
        if taken.contains(where: { $0.lowercased() == folded }) { return "the files of the plug-in use this name" }
        return nil
    }

    /// Suggests the name with "_" in the place of characters that no name can have, if that is a name.
    private static func hint(for text: String) -> String {
        let near = String(decoding: text.utf8.map { isLetter($0) || isDigitOrLine($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
        return near != text && text.utf8.allSatisfy { $0 < 0x80 } && fault(of: near) == nil ? "; did you mean \"\(near)\"?" : ""
    }

    private static func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }

    private static func isDigitOrLine(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "_")
    }
}
