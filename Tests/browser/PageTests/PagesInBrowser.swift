import TestSupport
import Testing

/// All tests that drive a browser. Two pages are open at the same time; tests that measure time ask for a quiet browser.
@Suite("Pages in a browser", .needs(Browser.isAvailable, Browser.reasonForSkipping)) struct PagesInBrowser {}
