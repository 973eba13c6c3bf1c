/// Questions to other nodes that wait for answers, as a value; who waits is up to the owner.
struct AdapterRequests<Waiter> {
    /// A question that is over, and what it has brought.
    struct Outcome {
        let waiter: Waiter
        let answers: [AdapterMessage]
        /// Nodes that have not answered.
        let missing: Int
    }

    private struct Pending {
        let waiter: Waiter
        var missing: Int
        var answers: [AdapterMessage] = []
    }

    private var pending: [Int: Pending] = [:]
    private var nextID = 1

    /// The question's id; `expected` nodes, at least one, will answer.
    mutating func add(expecting expected: Int, _ waiter: Waiter) -> Int {
        let id = nextID
        nextID &+= 1
        pending[id] = Pending(waiter: waiter, missing: expected)
        return id
    }

    /// Takes one node's answer; the outcome when it was the last. Answers to what is over are ignored.
    mutating func answer(_ id: Int, _ message: AdapterMessage) -> Outcome? {
        guard var question = pending[id] else { return nil }
        question.answers.append(message)
        question.missing -= 1
        pending[id] = question
        return question.missing <= 0 ? end(id) : nil
    }

    /// The time is over, or who asked gives up; nil when the question was over before.
    mutating func end(_ id: Int) -> Outcome? {
        guard let question = pending.removeValue(forKey: id) else { return nil }
        return Outcome(waiter: question.waiter, answers: question.answers, missing: question.missing)
    }

    mutating func endAll() -> [Outcome] { pending.keys.sorted().compactMap { end($0) } }
}
