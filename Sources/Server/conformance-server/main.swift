let status = await ConformanceServer.run(Array(CommandLine.arguments.dropFirst()))
if status != 0 { exitProcess(status) }
