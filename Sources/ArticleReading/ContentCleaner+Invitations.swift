internal import HTMLParsing

/// Removes links to other texts that stand below a line such as "Read more".
///
/// A list of links alone may be content: sources, films, contributors. The line in front of it tells.
extension ContentCleaner {
    /// The limit for a line such as "Read more", in characters, and the least link density of the element after it.
    private static let longestLine: Int32 = 80, leastLinkDensity: Float = 0.8

    /// Removes such lines in a part, each with the links after it. The measures of the part must be up to date.
    mutating func removeInvitations(in part: Int32) {
        var index = part
        while index < tree[part].end {
            if tree[index].isRemoved {
                index = tree[index].end
                continue
            }
            var previous: Int32?
            var child = index + 1
            while child < tree[index].end {
                defer { child = tree[child].end }
                if tree[child].isRemoved { continue }
                if let line = previous, isOfLinks(child), isInvitation(line) {
                    tree[line].isRemoved = true
                    tree[child].isRemoved = true
                    continue
                }
                previous = child
            }
            index += 1
        }
    }

    private func isOfLinks(_ index: Int32) -> Bool {
        switch tree[index].tag {
        case .ul, .ol, .div, .section: measures[Int(index)].linkDensity > Self.leastLinkDensity
        default: false
        }
    }

    private func isInvitation(_ index: Int32) -> Bool {
        let count = measures[Int(index)].characters
        guard !tree[index].traits.contains(.isText), count > 0, count <= Self.longestLine else { return false }
        let text = tree.text(of: index, limit: Int(Self.longestLine) * 4)
        return PageWords.invitations.groups(in: text, 0..<text.count).contains(.invitation)
    }
}
