/// Sets of numbers that grow together: a forest whose paths are shortened while it is searched.
struct DisjointSets {
    private var above: [Int32]

    /// - Parameter count: The number of sets with one number each.
    init(count: Int) { above = Array(0..<Int32(count)) }

    /// The number that stands for the set of a number.
    mutating func find(_ number: Int32) -> Int32 {
        var number = number
        while above[Int(number)] != number {
            above[Int(number)] = above[Int(above[Int(number)])]
            number = above[Int(number)]
        }
        return number
    }

    /// Joins two sets. The first argument's representative stands for both.
    mutating func join(_ one: Int32, _ other: Int32) { above[Int(other)] = one }
}
