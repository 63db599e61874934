internal import Pipeline

/// The results of tests as JUnit XML, which build servers show.
struct JUnitReport {
    let results: [TestResult]

    /// The file of `--junit`.
    static func file(_ path: String) -> ResultFile {
        ResultFile(path: path, option: "--junit", content: "a report in JUnit XML", beginning: lines[0] + "\n" + lines[1])
    }

    /// The beginning of every report in JUnit XML.
    private static let lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#, "<testsuites"]

    var text: String {
        var lines = [Self.lines[0], "\(Self.lines[1])\(attributes(numbers(of: results)))>"]
        var files: [String] = []
        for result in results where files.last != result.file.file { files.append(result.file.file) }
        for file in files {
            let tests = results.filter { $0.file.file == file }
            lines.append("  <testsuite\(attributes([("name", file)] + numbers(of: tests)))>")
            lines += tests.flatMap(testCase)
            lines.append("  </testsuite>")
        }
        return lines.joined(separator: "\n") + "\n</testsuites>\n"
    }

    private func numbers(of results: [TestResult]) -> [(String, String)] {
        [
            ("tests", "\(results.count)"), ("failures", "\(results.count { !$0.hasPassed })"),
            ("time", FixedDecimals.text(results.reduce(0) { $0 + $1.seconds }, places: 2)),
        ]
    }

    private func testCase(_ result: TestResult) -> [String] {
        let place = result.file.place(of: "tests[\(result.index)]")
        let start =
            "    <testcase"
            + attributes([
                ("name", result.test), ("classname", result.file.pipeline), ("file", result.file.file), ("line", "\(place.line)"),
                ("time", FixedDecimals.text(result.seconds, places: 2)),
            ])
        if result.hasPassed { return [start + "/>"] }
        let failures = result.failures.map { place, failure in
            let text = ["\(place.file):\(place.line):\(place.column): \(place.path): \(failure.message)"] + failure.details
            return "      <failure\(attributes([("message", failure.message)]))>\(Self.escaped(text.joined(separator: "\n")))</failure>"
        }
        return [start + ">"] + failures + ["    </testcase>"]
    }

    private func attributes(_ pairs: [(String, String)]) -> String {
        pairs.map { name, value in " \(name)=\"\(Self.escaped(value).replacing("\n", with: "&#10;"))\"" }.joined()
    }

    /// A text for XML. Characters that XML 1.0 does not allow become visible ones.
    private static func escaped(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { $0.value == 0xFFFE || $0.value == 0xFFFF ? "\u{FFFD}" : $0 }
        let allowed = String(String.UnicodeScalarView(scalars))
        let lines = allowed.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }
        return HTMLDocument.escaped(lines.joined(separator: "\n"), inAttribute: true)
    }
}
