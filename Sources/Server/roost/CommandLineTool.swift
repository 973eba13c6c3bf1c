internal import ChatServer

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// `roost COMMAND …`: finds the command, runs it, and ends the process with its exit code.
struct CommandLineTool {
    enum ExitCode: Int32 {
        case done = 0
        case failed = 1
        case usage = 2
    }

    let arguments: [String]

    func runAndExit() async -> Never {
        let code: ExitCode
        do {
            try await run()
            code = .done
        } catch let failure as ArgumentParser.Failure {
            Terminal.complain("\(failure.message) Try --help.")
            code = .usage
        } catch {
            Terminal.complain("\(error)")
            code = .failed
        }
        exit(code.rawValue)
    }

    private func run() async throws {
        let rest = arguments.dropFirst()
        switch arguments.first {
        case "serve": try await ServeCommand.run(rest)
        case "setup": try await AccountCommands.setup(rest)
        case "user":
            switch rest.first {
            case "create": try await AccountCommands.createUser(rest.dropFirst())
            case "reset": try await AccountCommands.resetPassword(rest.dropFirst())
            case "list": try await UserCommands.list(rest.dropFirst())
            case "deactivate": try await UserCommands.deactivate(rest.dropFirst())
            case "role": try await UserCommands.role(rest.dropFirst())
            case "bot": try await UserCommands.bot(rest.dropFirst())
            case "--help", "-h", nil: Terminal.say(Help.user)
            case let other?: throw ArgumentParser.Failure(message: "There is no command 'user \(other)'.")
            }
        case "invite": try await AccountCommands.invite(rest)
        case "version", "--version": Terminal.say("roost \(RoostVersion.current)")
        case "help", "--help", "-h": Terminal.say(Help.overview)
        case nil: throw ArgumentParser.Failure(message: "Say what to do, such as 'roost serve'.")
        case let other?: throw ArgumentParser.Failure(message: "There is no command '\(other)'.")
        }
    }
}
