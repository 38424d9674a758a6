import Contenders
import Measuring

/// Lets contenders take turns over the same batches, and compares what they find.
struct Race {
    /// What is measured, as the results call it.
    var suite: String

    /// The set of regions.
    var subject: String

    var contenders: [any Contender]
    var batches: [FixBatch]
    var repeats: Int

    /// How much of the exact answer an inexact one may differ by.
    var tolerance = 0.01

    /// Runs all repeats.
    ///
    /// - Parameter expected: The number that must be found, where it is known.
    /// - Returns: What each contender found.
    @discardableResult
    func run(expecting expected: Int?, into run: inout Run) -> [Answer] {
        var times = contenders.map { _ in [Double]() }
        var answers = contenders.map { _ in Answer() }
        let fixes = batches.reduce(0) { $0 + $1.count }
        for round in 0..<repeats {
            // Whoever comes after another finds the caches as that one left them.
            for turn in contenders.indices {
                let index = (turn + round) % contenders.count
                let (seconds, answer) = time(contenders[index])
                times[index].append(seconds * 1e9 / Double(fixes))
                if round == 0 { answers[index] = answer }
                if answers[index] != answer {
                    run.add(
                        Check(
                            "\(suite), \(subject), \(contenders[index].name): repeat \(round + 1)",
                            expected: answers[index].description, found: answer.description))
                }
            }
        }
        for (index, contender) in contenders.enumerated() {
            run.add(
                Figure(
                    suite: suite, subject: subject, contender: contender.name, unit: "ns/fix",
                    values: times[index]))
        }
        compare(answers, expected, &run)
        return answers
    }

    private func time(_ contender: any Contender) -> (seconds: Double, answer: Answer) {
        var seconds = 0.0
        var answer = Answer()
        contender.reset()
        for batch in batches {
            let start = CPUClock.threadSeconds
            contender.take(batch)
            seconds += CPUClock.threadSeconds - start
            answer += contender.answer(to: batch)
        }
        return (seconds, answer)
    }

    private func compare(_ answers: [Answer], _ expected: Int?, _ run: inout Run) {
        let exact = contenders.indices.filter { contenders[$0].isExact }
        guard let first = exact.first else { return }
        if let expected {
            run.add(
                Check(
                    "\(suite), \(subject): number", expected: String(expected),
                    found: String(answers[first].count)))
        }
        for other in exact.dropFirst() {
            run.add(
                Check(
                    "\(suite), \(subject): \(contenders[other].name) as \(contenders[first].name)",
                    expected: answers[first].description, found: answers[other].description))
        }
        for index in contenders.indices where contenders[index] is S2Peer {
            let near = Double(answers[first].count)
            let found = Double(answers[index].count)
            run.add(
                Check(
                    "\(suite), \(subject): \(contenders[index].name) within \(tolerance * 100) %",
                    expected: String(answers[first].count), found: String(answers[index].count),
                    isMet: abs(found - near) <= near * tolerance))
        }
    }
}
