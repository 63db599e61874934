/// The IDs of content on a page.
///
/// All of them get a prefix. It ends in a hyphen, so that no ID is one of the page's, nor the name of a property that a script reads (DOM
/// clobbering).
public enum ContentID {
    /// The prefix of all IDs of content.
    public static let prefix = "m-"

    /// Returns an ID with the prefix. An ID that has it stays unchanged.
    public static func prefixed(_ name: String) -> String { name.hasPrefix(prefix) ? name : prefix + name }
}
