internal import HTMLParsing

/// The addresses of files in an HTML document: those of images and posters, and those of links and media whose ending names a kind of file.
struct AssetPlaces {
    /// A place of an address.
    struct Place {
        let place: HTMLAddressPlace
        /// Whether the address is that of a link, which may lead to a page.
        let isLink: Bool
    }

    /// The places in the order of the document, images first.
    private(set) var places: [Place]
    /// The addresses of files of kinds that are not fetched.
    private(set) var left: [AssetKind: Int] = [:]

    /// - Parameter kinds: The kinds of files that are fetched.
    init(in document: HTMLDocument, kinds: Set<AssetKind>) {
        places = HTMLAddressPlace.places(.images, in: document).map { Place(place: $0, isLink: false) }
        let files = HTMLAddressPlace.places(.linkedFiles, in: document)
        let thumbnails = files.isEmpty ? [] : document.linksAroundImages()
        for place in files {
            guard let address = document.attribute(place.attribute, of: place.node),
                let kind = AssetKind(ending: AssetKind.ending(of: address))
            else { continue }
            let isLink = document.isHTML(place.node, .a) || document.isHTML(place.node, .area)
            // A link to an image is fetched as the full size of the image in it.
            if kinds.contains(kind), kind != .image || !isLink || thumbnails.contains(place.node) {
                places.append(Place(place: place, isLink: isLink))
            } else {
                left[kind, default: 0] += 1
            }
        }
        let styles = document.fetchingStyleCount
        if styles > 0 { left[.image, default: 0] += styles }
    }
}
