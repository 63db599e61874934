internal import Pipeline
internal import HTMLParsing
internal import JSONParsing

/// A case study in the JSON format of its API, validated.
struct CaseStudy {
    /// An element of a section's body.
    enum Element {
        case text(String)
        case image(String)
    }

    struct Section {
        let title: String?
        let elements: [Element]
    }

    let title: String
    let heroImage: String
    let sections: [Section]
    /// The address of every image as the JSON has it, with its path there.
    private(set) var imageAddresses: [(path: String, address: String)]

    /// Validates the members of a study.
    ///
    /// - Throws: ``RecordError`` that names all missing members, or the first member of a wrong kind with its path.
    init(_ object: JSONObject) throws {
        let missing = ["title", "teaser", "hero_image", "sections"].filter { object[$0]?.isNull ?? true }
        guard missing.isEmpty else {
            throw RecordError("a case study needs \(missing.map { ".\($0)" }.joined(separator: " and ")), which this one lacks")
        }
        title = try Self.text(object["title"], at: ".title")
        if title.allSatisfy(\.isWhitespace) { throw RecordError("the title is empty; a case study needs one", at: ".title") }
        _ = try Self.text(object["teaser"], at: ".teaser")
        let heroImage = try Self.text(object["hero_image"], at: ".hero_image")
        imageAddresses = [(".hero_image", heroImage)]
        self.heroImage = ImageAddress.repaired(heroImage) ?? heroImage
        var sections: [Section] = []
        for (index, value) in try Self.list(object["sections"], at: ".sections").enumerated() {
            let path = ".sections[\(index)]"
            let section = try Self.object(value, at: path)
            let title = try section["title"].flatMap { try $0.isNull ? nil : Self.text($0, at: "\(path).title") }
            var elements: [Element] = []
            for (place, element) in try Self.list(section["body_elements"], at: "\(path).body_elements").enumerated() {
                let here = "\(path).body_elements[\(place)]"
                if element.kind == .string {
                    elements.append(.text(try Self.text(element, at: here)))
                } else {
                    let address = try Self.text(Self.object(element, at: here)["image_url"], at: "\(here).image_url")
                    imageAddresses.append(("\(here).image_url", address))
                    elements.append(.image(ImageAddress.repaired(address) ?? address))
                }
            }
            sections.append(Section(title: title, elements: elements))
        }
        self.sections = sections
    }

    private static func text(_ value: JSONValue?, at path: String) throws -> String {
        guard let value else { throw RecordError("missing; a string was expected", at: path) }
        guard case .string(let string) = try value.decoded(at: path) else {
            throw RecordError("expected a string, found \(value.kind.phrase)", at: path)
        }
        return string
    }

    private static func list(_ value: JSONValue?, at path: String) throws -> [JSONValue] {
        guard let value else { throw RecordError("missing; an array was expected", at: path) }
        guard case .array(let array) = try value.decoded(at: path) else {
            throw RecordError("expected an array, found \(value.kind.phrase)", at: path)
        }
        return array
    }

    private static func object(_ value: JSONValue, at path: String) throws -> JSONObject {
        guard case .object(let object) = try value.decoded(at: path) else {
            throw RecordError("expected an object, found \(value.kind.phrase)", at: path)
        }
        return object
    }
}

extension CaseStudy {
    /// Builds the article: hero image, title, and the sections with their titles, texts and images in the order of the JSON.
    var article: HTMLDocument {
        var document = HTMLDocument()
        let article = document.makeElement(.article)
        document.append(article, to: document.root)
        Self.appendImage(heroImage, to: article, in: &document)
        Self.appendText(title, in: .h1, to: article, in: &document)
        for section in sections {
            let node = document.makeElement(.section)
            document.append(node, to: article)
            if let title = section.title { Self.appendText(title, in: .h2, to: node, in: &document) }
            for element in section.elements {
                switch element {
                case .text(let text): Self.appendText(text, in: .p, to: node, in: &document)
                case .image(let address): Self.appendImage(address, to: node, in: &document)
                }
            }
        }
        return document
    }

    private static func appendImage(_ address: String, to parent: HTMLNode, in document: inout HTMLDocument) {
        let figure = document.makeElement(.figure)
        let image = document.makeElement(
            .img, attributes: [HTMLAttribute(name: "src", value: address), HTMLAttribute(name: "alt", value: "")])
        document.append(image, to: figure)
        document.append(figure, to: parent)
    }

    /// Appends text. Writes its line breaks as `br` elements.
    private static func appendText(_ text: String, in tag: HTMLTag, to parent: HTMLNode, in document: inout HTMLDocument) {
        let element = document.makeElement(tag)
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            if index > 0 { document.append(document.makeElement(.br), to: element) }
            if !line.isEmpty { document.append(document.makeText(String(line)), to: element) }
        }
        document.append(element, to: parent)
    }
}
