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
    ///
    /// - Throws: ``Failure`` if there is no such element, or if another one lies in front of it for two seconds.
    public func click(_ selector: String) async throws {
        var (x, y) = try await point(of: selector)
        let script = """
            const element = document.querySelector(arguments[0]), hit = document.elementFromPoint(arguments[1], arguments[2]);
            return element.contains(hit) ? null : hit?.outerHTML.slice(0, 200) ?? 'nothing';
            """
        // What stands above the element may have grown since it was looked for.
        let deadline = ContinuousClock.now + .seconds(2)
        while let other = try await call(script, [selector, x, y]) as? String {
            guard ContinuousClock.now < deadline else {
                throw Failure(description: "a click on \(selector) at \(x), \(y) would hit \(other)")
            }
            try await Task.sleep(for: .milliseconds(50))
            (x, y) = try await point(of: selector)
        }
        try await input("Input.dispatchMouseEvent", ["type": "mouseMoved", "x": x, "y": y])
        for type in ["mousePressed", "mouseReleased"] {
            try await input("Input.dispatchMouseEvent", ["type": type, "x": x, "y": y, "button": "left", "clickCount": 1])
        }
        try await settle()
    }

    /// Touches the middle of the first element that a CSS selector matches, after scrolling just enough to show it.
    public func tap(_ selector: String) async throws {
        let (x, y) = try await point(of: selector)
        try await input("Input.dispatchTouchEvent", ["type": "touchStart", "touchPoints": [["x": x, "y": y]]])
        try await input("Input.dispatchTouchEvent", ["type": "touchEnd", "touchPoints": [Any]()])
        try await settle()
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
        try await beReady()
        for key in keys.map(BrowserKey.init) {
            try await input("Input.dispatchKeyEvent", key.event(key.text == nil ? "rawKeyDown" : "keyDown"))
            try await input("Input.dispatchKeyEvent", key.event("keyUp"))
        }
        try await settle()
    }

    /// Turns the mouse wheel at a point of the viewport. Distances are in CSS pixels.
    public func scroll(by distance: Int, x: Int = 100, y: Int = 300) async throws {
        try await beReady()
        try await input("Input.dispatchMouseEvent", ["type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": distance])
        try await settle()
    }

    /// Navigates back in the history.
    public func goBack() async throws {
        let history = try await devTools("Page.getNavigationHistory", [:]) as? [String: Any]
        let entries = history?["entries"] as? [[String: Any]] ?? []
        guard let index = history?["currentIndex"] as? Int, index > 0, let entry = entries[index - 1]["id"] else { return }
        try await input("Page.navigateToHistoryEntry", ["entryId": entry])
        try await page.waitUntilLoaded()
    }

    /// Reloads the page.
    public func reload() async throws {
        try await beReady()
        try await input("Page.reload", [:])
        try await page.waitUntilLoaded()
    }

    /// Takes a screenshot of the viewport as PNG.
    public func screenshot() async throws -> Data {
        let answer = try await devTools("Page.captureScreenshot", ["format": "png"]) as? [String: Any]
        guard let text = answer?["data"] as? String, let picture = Data(base64Encoded: text) else {
            throw Failure(description: "the browser gives no picture")
        }
        return picture
    }

    /// Sends a command of the Chrome DevTools Protocol to the page, once it is loaded.
    public func devTools(_ name: String, _ parameters: [String: Any]) async throws -> Any {
        try await answer(to: name, parameters)
    }

    /// Sends a command whose answer a dialog may hold up.
    private func input(_ name: String, _ parameters: [String: Any]) async throws {
        _ = try await finished { try await page.result(of: name, parameters) }
    }

    /// Waits until the page has handled the input so far, and has loaded the page that it led to.
    private func settle() async throws {
        try await frame()
        try await page.waitUntilLoaded()
    }

    /// Waits until the page shows its next frame. Unlike `requestAnimationFrame`, an animation runs in a page without scripts, too.
    private func frame() async throws {
        let next = "document.documentElement?.animate([], 1).ready.then(() => 0)"
        do {
            _ = try await finished { try await page.result(of: "Runtime.evaluate", ["expression": next, "awaitPromise": true]) }
        } catch let failure as Failure where failure.isOfNavigation {}
    }

    /// The middle of the first element that a CSS selector matches, in CSS pixels of the viewport, once it has come to rest.
    ///
    /// The element is scrolled as the focus does: with the page's `scroll-padding`, so that it does not end below a fixed bar.
    private func point(of selector: String) async throws -> (x: Double, y: Double) {
        let script = """
            const element = document.querySelector(arguments[0]);
            if (!element) return [];
            element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
            const box = element.getClientRects()[0];
            if (!box) return [];
            const middle = (start, end, size) => (Math.max(0, start) + Math.min(size, end)) / 2;
            return [box.left, box.top, middle(box.left, box.right, innerWidth), middle(box.top, box.bottom, innerHeight)];
            """
        // The browser hits what lies at the element's place; while the page grows, that is no longer the element.
        var last: [Double] = []
        var restingFrames = 0
        for _ in 0..<600 {
            let place = (try await call(script, [selector]) as? [NSNumber] ?? []).map(\.doubleValue)
            guard place.count == 4 else { throw Failure(description: "\(selector) is not there, or has no box") }
            restingFrames = place == last ? restingFrames + 1 : 0
            last = place
            if restingFrames == 3 { break }
            try await frame()
        }
        return (last[2], last[3])
    }
}

extension Browser.Failure {
    /// Whether a script ended because its page was replaced.
    var isOfNavigation: Bool {
        ["navigated or closed", "context was destroyed", "Promise was collected", "Cannot find default execution context"]
            .contains(where: description.contains)
    }
}
