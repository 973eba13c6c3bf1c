internal import ChatServer

/// `roost serve`.
enum ServeCommand {
    static func run(_ arguments: some Collection<String>) async throws {
        let options = try ArgumentParser(
            arguments,
            values: [
                "listen", "data-dir", "loops", "url", "web", "tls-certificate", "tls-key", "keep-events", "directory",
                "feed", "limit-sends", "limit-room-sends", "limit-requests", "limit-connections",
            ],
            flags: ["help"])
        if options.flags.contains("help") { return Terminal.say(Help.serve) }
        try options.refusePositionals()
        let configuration = try configuration(options)
        try FileLimit.raise(loops: configuration.loops)
        let server = try await RunningServer.start(configuration)
        if configuration.webFolder == nil { Log.line("no web app beside the program, and no --web: plain pages only") }
        for address in server.addresses { Log.line("listening on \(address)") }
        if let link = server.setupLink { Log.line("no owner yet; make one at \(link)") }
        if server.hasCertificate {
            await Signals.untilAskedToEnd { server.reloadCertificate() }
        } else {
            await Signals.untilAskedToEnd()
        }
        Log.line("ending; finishing what was accepted")
        await server.stop()
        Log.line("ended")
    }

    private static func configuration(_ options: ArgumentParser) throws(ArgumentParser.Failure) -> ServerConfiguration {
        let listen = options.values["listen"] ?? "localhost:4000"
        guard let place = HostAndPort(listen) else {
            throw ArgumentParser.Failure(message: "--listen takes HOST:PORT, such as localhost:4000.")
        }
        return ServerConfiguration(
            listen: place, dataFolder: options.dataFolder,
            loops: try options.integer("loops", in: 1...64) ?? Machine.cores,
            url: try options.url(), webFolder: options.values["web"] ?? Machine.webFolder, tls: try options.tlsFiles(),
            keepEvents: try options.integer("keep-events", in: 1...36_500),
            isDirectoryOpen: try options.isDirectoryOpen(), hasFeed: try options.hasFeed(),
            rates: try options.rates())
    }
}

extension ArgumentParser {
    var dataFolder: String { values["data-dir"] ?? "./data" }

    func url() throws(Failure) -> String? {
        guard let text = values["url"] else { return nil }
        guard text.hasPrefix("http://") || text.hasPrefix("https://") else {
            throw Failure(message: "--url takes an address that begins with http:// or https://.")
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    func tlsFiles() throws(Failure) -> TLSFiles? {
        switch (values["tls-certificate"], values["tls-key"]) {
        case (nil, nil): return nil
        case (let certificate?, let key?): return TLSFiles(certificate: certificate, key: key)
        default: throw Failure(message: "--tls-certificate and --tls-key are given together.")
        }
    }

    func isDirectoryOpen() throws(Failure) -> Bool {
        switch values["directory"] {
        case nil, "shared": return false
        case "open": return true
        default: throw Failure(message: "--directory takes shared or open.")
        }
    }

    func hasFeed() throws(Failure) -> Bool {
        switch values["feed"] {
        case nil, "on": return true
        case "off": return false
        default: throw Failure(message: "--feed takes on or off.")
        }
    }

    func rates() throws(Failure) -> ServerRates {
        var rates = ServerRates.usual
        rates.sends = try rate("limit-sends", rates.sends)
        rates.roomSends = try rate("limit-room-sends", rates.roomSends)
        rates.requests = try rate("limit-requests", rates.requests)
        rates.connections = try rate("limit-connections", rates.connections)
        return rates
    }

    private func rate(_ name: String, _ usual: Rate?) throws(Failure) -> Rate? {
        guard let text = values[name] else { return usual }
        if text == "0" { return nil }
        guard let rate = Rate(text) else {
            throw Failure(
                message:
                    "--\(name) takes BURST/MS, such as 60/200 (60 at once, then one each 200 ms), or 0 for no limit.")
        }
        return rate
    }

    func refusePositionals() throws(Failure) {
        if let first = positionals.first { throw Failure(message: "'\(first)' means nothing here.") }
    }
}
