public import Foundation

/// What a reader does with a browser: mouse, keys, window, light and dark.
extension Browser {
    /// Sets the size of the viewport in CSS pixels, and whether the device is a phone: then scrollbars take no room.
    public func setViewport(width: Int, height: Int, isPhone: Bool) async throws {
        _ = try await devTools(
            "Emulation.setDeviceMetricsOverride", ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": isPhone])
    }

    /// Sets the colours that the system asks for.
    public func setDark(_ isDark: Bool) async throws {
        _ = try await devTools(
            "Emulation.setEmulatedMedia", ["features": [["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]]])
    }

    /// Whether pages may run scripts, from the next page on.
    public func setScripts(_ areOn: Bool) async throws {
        _ = try await devTools("Emulation.setScriptExecutionDisabled", ["value": !areOn])
    }

    /// Clicks into the middle of the first element that a CSS selector finds.
    public func click(_ selector: String) async throws {
        _ = try await command("POST", "element/\(element(selector))/click", [:])
    }

    /// Presses keys one after the other where the focus is; `\u{E007}` is Enter.
    public func press(_ keys: String) async throws {
        let actions = keys.flatMap { [["type": "keyDown", "value": String($0)], ["type": "keyUp", "value": String($0)]] }
        _ = try await command("POST", "actions", ["actions": [["type": "key", "id": "keys", "actions": actions] as [String: Any]]])
    }

    /// Turns the mouse's wheel at a point of the viewport.
    public func scroll(by distance: Int, x: Int = 100, y: Int = 300) async throws {
        let action: [String: Any] = ["type": "scroll", "x": x, "y": y, "deltaX": 0, "deltaY": distance, "duration": 0]
        _ = try await command("POST", "actions", ["actions": [["type": "wheel", "id": "wheel", "actions": [action]] as [String: Any]]])
    }

    /// Goes back in the history.
    public func goBack() async throws { _ = try await command("POST", "back", [:]) }

    /// Loads the page again.
    public func reload() async throws { _ = try await command("POST", "refresh", [:]) }

    /// The viewport as a PNG.
    public func screenshot() async throws -> Data {
        let text = try await command("GET", "screenshot") as? String ?? ""
        return Data(base64Encoded: text) ?? Data()
    }

    /// Sends a command of the DevTools protocol.
    public func devTools(_ name: String, _ parameters: [String: Any]) async throws -> Any {
        try await command("POST", "goog/cdp/execute", ["cmd": name, "params": parameters])
    }

    private func element(_ selector: String) async throws -> String {
        let found = try await command("POST", "element", ["using": "css selector", "value": selector])
        guard let id = (found as? [String: String])?.values.first else { throw Failure(description: "\(selector) is not there") }
        return id
    }
}
