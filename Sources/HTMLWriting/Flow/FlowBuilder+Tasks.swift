import HTMLParsing

/// The boxes of tasks at the start of list items: `[x]` and `[ ]`.
extension FlowBuilder {
    /// Writes an element that shows the box of a task.
    ///
    /// - Returns: Whether nothing else is to be written for the element itself.
    mutating func writeTaskBox(_ node: HTMLNode, _ tag: HTMLTag) -> Bool {
        if tag == .input {
            inline.run.appendSpace()
            if let type = document.attributeRange("type", of: node), bytes.matches("checkbox", type) {
                write(box: document.attributeRange("checked", of: node) != nil)
            }
            return true
        }
        // Only the first element of an item can be a box.
        guard layout.isAtMarker, inline.run.isEmpty, tag != .li, let isDone = boxState(of: node) else { return false }
        write(box: isDone)
        return true
    }

    /// Writes the state that an item has in its attributes.
    mutating func writeTaskBox(ofItem node: HTMLNode) {
        if let isDone = itemState(of: node) { write(box: isDone) }
    }

    private mutating func write(box isDone: Bool) {
        guard layout.isAtMarker, inline.run.isEmpty, !isInline else { return }
        inline.run.append(atom: Array((isDone ? "[x]" : "[ ]").utf8))
        inline.run.appendSpace()
    }

    /// The state of an element that acts as a box, or that Notion shows as one; nil for all others.
    private func boxState(of node: HTMLNode) -> Bool? {
        if let role = document.attributeRange("role", of: node), bytes.matches("checkbox", role) {
            return document.attributeRange("aria-checked", of: node).map { bytes.matches("true", $0) }
        }
        guard document.firstChild(of: node) == nil else { return nil }
        if hasClass("checkbox-on", node) { return true }
        return hasClass("checkbox-off", node) ? false : nil
    }

    /// The state of an item in the attributes that editors write (Google Docs, Tiptap, Quill, Confluence); nil for other items.
    private func itemState(of item: HTMLNode) -> Bool? {
        if let state = document.attributeRange("aria-checked", of: item) { return bytes.matches("true", state) }
        if let state = document.attributeRange("data-checked", of: item) { return bytes.matches("true", state) }
        if let state = document.attributeRange("data-list", of: item) {
            return bytes.matches("checked", state) ? true : bytes.matches("unchecked", state) ? false : nil
        }
        guard document.attributeRange("data-inline-task-id", of: item) != nil else { return nil }
        return hasClass("checked", item)
    }

    private func hasClass(_ name: StaticString, _ node: HTMLNode) -> Bool {
        guard let range = document.attributeRange("class", of: node), range.count >= name.utf8CodeUnitCount else { return false }
        return bytes[range].split(whereSeparator: \.isFoldedSpace).contains { bytes.matches(name, $0.indices) }
    }
}

extension InlineRun {
    /// Whether the run holds the box of a task and nothing else.
    var isTaskBox: Bool { events.count == 1 && text.isEmpty && atoms.count == 3 && atoms[0] == 0x5B && atoms[2] == 0x5D }
}
