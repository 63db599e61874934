import TestSupport

/// The size of the window and the preferred color scheme.
struct DisplaySettings: Sendable, CustomStringConvertible {
    let screen: Screen
    let isDark: Bool

    static let all = Screen.allCases.flatMap { screen in [false, true].map { DisplaySettings(screen: screen, isDark: $0) } }

    var description: String { "\(screen), \(isDark ? "dark" : "light")" }

    /// Starts a browser with these settings.
    func browser(remote port: UInt16? = nil) async throws -> Browser {
        let browser = try await Browser.start(screen, remote: port)
        try await apply(to: browser)
        return browser
    }

    /// Applies these settings to a browser.
    func apply(to browser: borrowing Browser) async throws {
        try await browser.setViewport(width: screen.width, height: screen.height, isPhone: screen == .phone)
        try await browser.setDark(isDark)
    }
}
