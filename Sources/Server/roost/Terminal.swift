internal import ChatServer

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Says and asks, on the terminal or through pipes.
enum Terminal {
    static func say(_ text: String) { print(text) }

    static func complain(_ text: String) { Log.line(text) }

    static func ask(_ prompt: String) throws(ServerFailure) -> String {
        show(prompt)
        guard let line = readLine() else {
            throw ServerFailure("The input ended before everything was given. Give it as options; see --help.")
        }
        return line
    }

    /// Asks without showing what is typed, and again, so that a slip of the finger locks nobody out.
    static func askSecretTwice(_ prompt: String) throws(ServerFailure) -> String {
        let first = try askSecret(prompt)
        guard isatty(STDIN_FILENO) == 1 else { return first }
        guard try askSecret("Once more: ") == first else { throw ServerFailure("The two are not the same.") }
        return first
    }

    private static func askSecret(_ prompt: String) throws(ServerFailure) -> String {
        var shown = termios()
        let isTerminal = tcgetattr(STDIN_FILENO, &shown) == 0
        if isTerminal {
            var hidden = shown
            hidden.c_lflag &= ~tcflag_t(ECHO)
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        }
        defer {
            if isTerminal {
                tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
                show("\n")
            }
        }
        return try ask(prompt)
    }

    private static func show(_ prompt: String) {
        let bytes = Array(prompt.utf8)
        _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
