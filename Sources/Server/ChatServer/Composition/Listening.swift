internal import HTTPServer
internal import NetLoop

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Opens listeners, with refusals that say what to do.
enum Listening {
    /// Listens on each address that `place` means. The first must work; a second (`::1` of `localhost`) may not exist,
    /// but may not be someone else's either, whom browsers would then reach in our place.
    static func open(
        _ place: HostAndPort, on http: HTTPServer, tls: TLSAcceptor?
    ) async throws(ServerFailure) -> [HostAndPort] {
        var bound: [HostAndPort] = []
        for host in place.addresses {
            // The second address takes the port that the system gave the first.
            let wanted = HostAndPort(host: host, port: bound.first?.port ?? place.port)
            do {
                let address = try await http.listen(on: .tcp(host: wanted.host, port: wanted.port), tls: tls)
                guard case .tcp(_, let port) = address else { continue }
                bound.append(HostAndPort(host: host, port: port))
            } catch {
                let isTaken = error.code == EADDRINUSE && place.port != 0
                if bound.isEmpty || isTaken {
                    throw ServerFailure("Cannot listen on \(wanted): \(error). Try --listen.")
                }
            }
        }
        return bound
    }

    /// The folder's lock is held, so a socket found there was left by a server that is gone.
    static func openUnix(_ path: String, on http: HTTPServer) async throws(ServerFailure) {
        do { _ = try await http.listen(on: .unix(path: path)) } catch {
            throw ServerFailure("Cannot listen on \(path): \(error).")
        }
    }
}
