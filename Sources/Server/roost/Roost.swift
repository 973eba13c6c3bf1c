internal import ChatServer

@main
enum Roost {
    static func main() async {
        // Before any thread exists, so that all of them leave these signals to the one that waits for them.
        Signals.holdForWaiting()
        await CommandLineTool(arguments: Array(CommandLine.arguments.dropFirst())).runAndExit()
    }
}
