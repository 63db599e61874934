/// The end of an earlier file's content, which decides what stands in front of the first new record.
enum ContentEnd {
    /// There is no content.
    case empty
    /// The last record has its end.
    case ended
    /// The last record lacks its end.
    case unended

    /// - Parameter last: The last byte of the content; nil if there is none.
    init(_ last: UInt8?, _ format: some RecordFormat) {
        self = last == nil ? .empty : last == format.recordEnd.last ? .ended : .unended
    }
}

extension RecordFormat {
    /// The bytes between earlier content and the first new record.
    func beginning(behind end: ContentEnd) -> [UInt8] {
        switch end {
        case .empty: header
        case .ended: []
        case .unended: recordEnd
        }
    }
}
