import TestSupport
import Testing

/// All tests that drive a browser: one after the other, so that each has the machine for itself.
@Suite("Pages in a browser", .enabled(if: Browser.isAvailable, Browser.reasonForSkipping), .serialized) struct PagesInBrowser {}
