public import Foundation

/// User input and settings: mouse, touch, keyboard, viewport, color scheme.
extension Browser {
    /// Sets the size of the viewport in CSS pixels. A phone has touch input and scrollbars that take no room.
    ///
    /// - Parameter scale: The width of a CSS pixel in device pixels. Zooming in makes the viewport smaller and the scale greater.
    public func setViewport(width: Int, height: Int, isPhone: Bool, scale: Double = 1) async throws {
        _ = try await devTools(
            "Emulation.setDeviceMetricsOverride", ["width": width, "height": height, "deviceScaleFactor": scale, "mobile": isPhone])
        _ = try await devTools("Emulation.setTouchEmulationEnabled", ["enabled": isPhone])
    }

    /// Sets the preferred color scheme.
    public func setDark(_ isDark: Bool) async throws {
        _ = try await devTools(
            "Emulation.setEmulatedMedia", ["features": [["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]]])
    }

    /// Enables or disables scripts, from the next page load on.
    public func setScripts(_ areOn: Bool) async throws {
        _ = try await devTools("Emulation.setScriptExecutionDisabled", ["value": !areOn])
    }

    /// Clicks the middle of the first element that a CSS selector matches, after scrolling just enough to show it.
    public func click(_ selector: String) async throws {
        let id = try await visibleElement(selector)
        _ = try await command("POST", "element/\(id)/click", [:])
    }

    /// Touches the middle of the first element that a CSS selector matches, after scrolling just enough to show it.
    public func tap(_ selector: String) async throws {
        let reference = Self.reference(try await visibleElement(selector))
        let actions: [[String: Any]] = [
            ["type": "pointerMove", "x": 0, "y": 0, "origin": reference], ["type": "pointerDown", "button": 0],
            ["type": "pointerUp", "button": 0],
        ]
        let finger: [String: Any] = ["type": "pointer", "id": "finger", "parameters": ["pointerType": "touch"], "actions": actions]
        _ = try await command("POST", "actions", ["actions": [finger]])
    }

    /// Presses Tab until an element that a CSS selector matches has the focus.
    ///
    /// - Throws: ``Failure`` after 60 key presses without it.
    public func tab(to selector: String) async throws {
        for _ in 0..<60 {
            try await press("\u{E004}")
            if try await call("return document.activeElement.matches(arguments[0])", [selector]) as? Bool == true { return }
        }
        throw Failure(description: "no way to \(selector) by keyboard")
    }

    /// Sends keys to the focused element, one after the other; `\u{E007}` is Enter.
    public func press(_ keys: String) async throws {
        let actions = keys.flatMap { [["type": "keyDown", "value": String($0)], ["type": "keyUp", "value": String($0)]] }
        _ = try await command("POST", "actions", ["actions": [["type": "key", "id": "keys", "actions": actions] as [String: Any]]])
    }

    /// Turns the mouse wheel at a point of the viewport. Distances are in CSS pixels.
    public func scroll(by distance: Int, x: Int = 100, y: Int = 300) async throws {
        let action: [String: Any] = ["type": "scroll", "x": x, "y": y, "deltaX": 0, "deltaY": distance, "duration": 0]
        _ = try await command("POST", "actions", ["actions": [["type": "wheel", "id": "wheel", "actions": [action]] as [String: Any]]])
    }

    /// Navigates back in the history.
    public func goBack() async throws { _ = try await command("POST", "back", [:]) }

    /// Reloads the page.
    public func reload() async throws { _ = try await command("POST", "refresh", [:]) }

    /// Takes a screenshot of the viewport as PNG.
    public func screenshot() async throws -> Data {
        let text = try await command("GET", "screenshot") as? String ?? ""
        return Data(base64Encoded: text) ?? Data()
    }

    /// Sends a command of the Chrome DevTools Protocol.
    public func devTools(_ name: String, _ parameters: [String: Any]) async throws -> Any {
        try await command("POST", "goog/cdp/execute", ["cmd": name, "params": parameters])
    }

    /// Scrolls as the focus does: with the page's `scroll-padding`. The driver's own way would leave an element below a fixed bar.
    private func visibleElement(_ selector: String) async throws -> String {
        let id = try await element(selector)
        let script = """
            arguments[0].scrollIntoView({ block: 'nearest', behavior: 'instant' });
            const { x, y } = arguments[0].getBoundingClientRect();
            return [x, y];
            """
        // The browser hits what lies at the element's place; while the page grows, that is no longer the element. The wait is here,
        // because a page without scripts has no timers.
        var last: [Double]?
        for _ in 0..<200 {
            let place = (try await call(script, [Self.reference(id)]) as? [NSNumber])?.map(\.doubleValue)
            if place == last { break }
            last = place
            try await Task.sleep(for: .milliseconds(50))
        }
        return id
    }

    /// An element as an argument of a script or the origin of an action.
    private static func reference(_ id: String) -> [String: String] { ["element-6066-11e4-a52e-4f735466cecf": id] }

    private func element(_ selector: String) async throws -> String {
        let found = try await command("POST", "element", ["using": "css selector", "value": selector])
        guard let id = (found as? [String: String])?.values.first else { throw Failure(description: "\(selector) is not there") }
        return id
    }
}
