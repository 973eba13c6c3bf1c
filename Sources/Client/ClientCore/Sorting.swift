/// Sorting by one function for all kinds of elements: the standard library's is compiled again for each kind, and a browser
/// waits for the client core's size.
extension Array {
    /// The elements as `precedes` orders them; of two that it does not tell apart, the one that came first stays first.
    func inOrder(_ precedes: (Element, Element) -> Bool) -> [Element] {
        var ordered: [Element] = []
        ordered.reserveCapacity(count)
        for index in Sorting.order(of: count, { precedes(self[$0], self[$1]) }) { ordered.append(self[index]) }
        return ordered
    }
}

extension Sequence where Element: Comparable {
    /// The elements from the least to the greatest.
    func inOrder() -> [Element] { Array(self).inOrder { $0 < $1 } }
}

enum Sorting {
    /// The numbers of `count` elements as `precedes` orders these: a merge sort from runs of one on.
    @inline(never) static func order(of count: Int, _ precedes: (Int, Int) -> Bool) -> [Int] {
        var order = Array(0..<count)
        var merged = order
        var width = 1
        while width < count {
            var start = 0
            while start < count {
                let middle = Swift.min(start + width, count)
                let end = Swift.min(middle + width, count)
                var (left, right) = (start, middle)
                for place in start..<end {
                    if left < middle, right >= end || !precedes(order[right], order[left]) {
                        merged[place] = order[left]
                        left += 1
                    } else {
                        merged[place] = order[right]
                        right += 1
                    }
                }
                start = end
            }
            swap(&order, &merged)
            width *= 2
        }
        return order
    }
}
