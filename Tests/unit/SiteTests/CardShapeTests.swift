import Testing

@testable import Site

@Suite("The shape of cards") struct CardShapeTests {
    @Test(
        "is that of most pictures, and no real hero is cut by more than a tenth",
        arguments: [
            ([], CardShape.double), ([2.92, 2.69, 2.92, 2.92, 2.92, 2.92, 2.92, 2.69, 2.92, 2.92], .wide), ([1.5, 1.33, 1.78, 9], .photo),
            ([1, 0.8], .square), ([0.001], .square), ([100], .wide), ([1.78, 2, 2.1], .double),
        ])
    func shape(ratios: [Double], shape: CardShape) { #expect(CardShape(ratios) == shape) }

    @Test(
        "is filled by pictures of nearly its ratio; all others are shown whole",
        arguments: [(2.8, true), (2.92, true), (2.69, true), (2.5, false), (3.2, false), (1, false)])
    func filled(ratio: Double, isFilled: Bool) { #expect(CardShape.wide.isFilled(by: ratio) == isFilled) }
}
