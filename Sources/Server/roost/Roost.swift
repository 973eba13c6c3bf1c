internal import ChatServer

@main
enum Roost {
    /// Synchronous: an asynchronous main leaves its thread to libdispatch, which on Linux suspends it with no signal
    /// held back, so that SIGTERM would end the process at once.
    static func main() {
        // Before any thread exists, so that all of them leave these signals to the one that waits for them.
        Signals.holdForWaiting()
        Task.detached { await CommandLineTool(arguments: Array(CommandLine.arguments.dropFirst())).runAndExit() }
        Signals.keepMainThread()
    }
}
