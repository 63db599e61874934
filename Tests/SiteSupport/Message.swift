/// A message for a thread.
package func message(_ body: String, from: String = "mira@example.com", blurb: String = "A blurb", isLoaded: Bool = true) -> [String: Any] {
    ["from": from, "blurb": blurb, "body": body, "content_loaded": isLoaded]
}
