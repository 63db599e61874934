import Foundation
import HTMLParsing

/// One case of html5lib's tree construction tests.
struct TreeConstructionCase: CustomStringConvertible {
    let file: String
    let number: Int
    let data: [UInt8]
    let context: HTMLParserOptions.Context?
    /// The values of the scripting flag with which to run the case.
    let scripting: [Bool]
    let expected: String

    var description: String { "\(file) \(number): \(String(decoding: data.prefix(80), as: UTF8.self))" }

    static func read(_ url: URL) throws -> [TreeConstructionCase] {
        var sections: [String: [ArraySlice<UInt8>]] = [:]
        var section = ""
        var cases: [TreeConstructionCase] = []
        func finish() {
            guard sections["#document"] != nil else { return }
            cases.append(TreeConstructionCase(file: url.lastPathComponent, number: cases.count + 1, sections: sections))
        }
        let names: Set<String> = ["#errors", "#new-errors", "#document-fragment", "#script-off", "#script-on", "#document"]
        for line in try Array(Data(contentsOf: url)).split(separator: 0x0A, omittingEmptySubsequences: false) {
            let text = String(decoding: line, as: UTF8.self)
            if text == "#data" {
                finish()
                sections = [:]
            }
            if text == "#data" || section != "#document" && names.contains(text) {
                section = text
                sections[section] = []
            } else {
                sections[section, default: []].append(line)
            }
        }
        finish()
        return cases
    }

    private init(file: String, number: Int, sections: [String: [ArraySlice<UInt8>]]) {
        self.file = file
        self.number = number
        data = Array((sections["#data"] ?? []).joined(separator: [0x0A]))
        context = sections["#document-fragment"]?.first.map { line in
            let words = String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
            let namespace: HTMLNamespace = words.count < 2 ? .html : words[0] == "svg" ? .svg : .mathML
            return HTMLParserOptions.Context(name: words.last ?? "", namespace: namespace)
        }
        scripting = sections["#script-on"] != nil ? [true] : sections["#script-off"] != nil ? [false] : [false, true]
        var lines = sections["#document"] ?? []
        while let last = lines.last, last.isEmpty { lines.removeLast() }
        expected = String(decoding: Array(lines.joined(separator: [0x0A])), as: UTF8.self)
    }
}
