import Foundation
import JSONParsing

/// The public test data, which is no part of the project.
enum SharedData {
    static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["TABPIPE_DATA"] { return URL(fileURLWithPath: path) }
        return URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../shared/data").standardized
    }()

    static let jqCases = folder.appendingPathComponent("jq/cases.json")

    static var isPresent: Bool { FileManager.default.fileExists(atPath: jqCases.path) }
}
