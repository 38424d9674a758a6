/// The known name that a mistyped one most likely means: the one fewest edits away, if few enough.
///
/// Of equally near names the first wins.
package func nearestName(to typed: String, among names: [String]) -> String? {
    let typed = Array(typed.unicodeScalars.prefix(64))
    let limit = max(2, typed.count / 3)
    var best: (name: String, distance: Int)?
    for name in names {
        let distance = editDistance(typed, Array(name.unicodeScalars))
        if distance <= limit, distance < best?.distance ?? .max { best = (name, distance) }
    }
    return best?.name
}

/// How many letters must be inserted, deleted, replaced or swapped with their neighbour to make one
/// word of the other (optimal string alignment).
private func editDistance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for row in first.indices {
        var current = [row + 1]
        for column in second.indices {
            let replaced = last[column] + (first[row] == second[column] ? 0 : 1)
            var least = min(replaced, last[column + 1] + 1, current[column] + 1)
            if row > 0, column > 0, first[row] == second[column - 1],
                first[row - 1] == second[column]
            {
                least = min(least, beforeLast[column - 1] + 1)
            }
            current.append(least)
        }
        (beforeLast, last) = (last, current)
    }
    return last[second.count]
}
