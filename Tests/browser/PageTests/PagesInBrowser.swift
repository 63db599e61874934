import TestSupport
import Testing

/// All tests that drive a browser. They run one after the other, because they measure times and layouts.
@Suite("Pages in a browser", .enabled(if: Browser.isAvailable, Browser.reasonForSkipping), .serialized) struct PagesInBrowser {}
