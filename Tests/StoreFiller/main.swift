import Foundation

// Fills a stopped server's data folder through the store, for tests that need a long past:
//
//   store-filler FOLDER EMAIL ROOMS BUSY OWN OTHERS
//
// makes the person with that address a member of ROOMS channels, appends OWN messages to the first BUSY of them in turn
// and, evenly between these, OTHERS to channels that the person is not in. A second call continues the first.
let arguments = CommandLine.arguments.dropFirst()
let numbers = arguments.dropFirst(2).compactMap { Int($0) }
guard let folder = arguments.first, let email = arguments.dropFirst().first, numbers.count == 4,
    numbers.allSatisfy({ $0 >= 0 }), numbers[1] <= numbers[0]
else {
    FileHandle.standardError.write(Data("store-filler FOLDER EMAIL ROOMS BUSY OWN OTHERS\n".utf8))
    exit(2)
}
let plan = Plan(rooms: numbers[0], busy: numbers[1], own: numbers[2], others: numbers[3])
do {
    try await Filler(folder: folder).run(plan, email: email)
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
