/// A key of the keyboard, as the browser is told of it.
///
/// - SeeAlso: [Input.dispatchKeyEvent](https://chromedevtools.github.io/devtools-protocol/tot/Input/#method-dispatchKeyEvent)
struct BrowserKey {
    /// The name of the key, or the character that it types.
    let name: String
    /// The name of its place on the keyboard; nil for a character that is on no known one.
    let code: String?
    /// Its number in Windows, by which Chromium knows what a key does; 0 for a key that only types.
    let number: Int
    /// What it types; nil for a key that types nothing.
    let text: String?

    /// The bit of the Shift key among the modifiers of an event.
    private static let shift = 8

    /// The key of a character. Private characters stand for keys that type nothing, as in WebDriver.
    ///
    /// - SeeAlso: [WebDriver, normalised key value](https://www.w3.org/TR/webdriver2/#keyboard-actions)
    init(_ character: Character) {
        switch character {
        case "\u{E004}": self.init(name: "Tab", code: "Tab", number: 9)
        case "\u{E007}": self.init(name: "Enter", code: "Enter", number: 13, text: "\r")
        case "\u{E00C}": self.init(name: "Escape", code: "Escape", number: 27)
        case "\u{E011}": self.init(name: "Home", code: "Home", number: 36)
        case " ": self.init(name: " ", code: "Space", number: 32, text: " ")
        case "0"..."9": self.init(character, code: "Digit\(character)")
        case "a"..."z", "A"..."Z": self.init(character, code: "Key\(character.uppercased())")
        default: self.init(name: String(character), code: nil, number: 0, text: String(character))
        }
    }

    private init(_ character: Character, code: String) {
        self.init(
            name: String(character), code: code, number: Int(character.uppercased().utf8.first ?? 0), text: String(character))
    }

    private init(name: String, code: String?, number: Int, text: String? = nil) {
        (self.name, self.code, self.number, self.text) = (name, code, number, text)
    }

    /// The parameters of an event of this key.
    ///
    /// - Parameter type: The type of the event, as the protocol names it.
    func event(_ type: String) -> [String: Any] {
        var event: [String: Any] = ["type": type, "key": name, "windowsVirtualKeyCode": number]
        event["code"] = code
        if type == "keyDown" { event["text"] = text }
        if text?.first?.isUppercase ?? false { event["modifiers"] = Self.shift }
        return event
    }
}
