import TestSupport
import Testing

/// All tests that drive a browser. On two processors one page is open at a time, on more of them several; tests that measure time ask for
/// a quiet browser.
@Suite("Pages in a browser", .needs(Browser.isAvailable, Browser.reasonForSkipping)) struct PagesInBrowser {}
