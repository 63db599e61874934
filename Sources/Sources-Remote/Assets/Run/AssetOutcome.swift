/// What became of an address.
enum AssetOutcome: Sendable {
    case file(AssetFile)
    case fault(AssetFault)
}
