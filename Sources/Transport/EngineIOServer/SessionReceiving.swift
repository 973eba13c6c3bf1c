internal import EngineIOCodec

// Packets that arrive, by either transport.
extension EngineIOSession {
    mutating func webSocketText(_ text: [UInt8], _ actions: inout [Action]) {
        switch state {
        case .probing, .upgrading: upgradeText(text, &actions)
        case .websocket:
            do throws(EngineIOError) {
                receive(try format == .four ? EngineIO4.decode(text) : EngineIO3.decode(text), &actions)
            } catch {
                fail(.parseError, &actions)
            }
        case .opening, .polling, .closing, .closed: break
        }
    }

    mutating func webSocketBinary(_ bytes: [UInt8], _ actions: inout [Action]) {
        switch state {
        case .probing, .upgrading: failUpgrade(&actions)
        case .websocket where format == .four: actions.append(.deliverBinary(bytes[...]))
        case .websocket:
            do throws(EngineIOError) {
                receive(try EngineIO3.decode(bytes: bytes[...]), &actions)
            } catch {
                fail(.parseError, &actions)
            }
        case .opening, .polling, .closing, .closed: break
        }
    }

    mutating func webSocketClosed(_ actions: inout [Action]) {
        switch state {
        case .probing, .upgrading: failUpgrade(&actions)
        case .websocket: end(.transportClose, &actions)
        case .opening, .polling, .closing, .closed: break
        }
    }

    /// Takes a POST's body: all of its packets, or none when one of them is broken.
    mutating func receive(payload: [UInt8], isBinary: Bool, _ request: RequestID, _ actions: inout [Action]) {
        do throws(EngineIOError) {
            let packets = try decode(payload: payload, isBinary: isBinary)
            for packet in packets where isOpen { receive(packet, &actions) }
            actions.append(.respond(request, .ok))
        } catch {
            fail(.parseError, &actions)
            actions.append(.respond(request, .failure(.badRequest)))
        }
    }

    private func decode(payload: [UInt8], isBinary: Bool) throws(EngineIOError) -> [EngineIOPacket] {
        let limits = EngineIOLimits(maxPayload: timing.maxPayload)
        if format == .four { return try EngineIO4.decodePayload(payload, limits: limits) }
        return try isBinary
            ? EngineIO3.decodePayload(bytes: payload, limits: limits)
            : EngineIO3.decodePayload(text: payload, limits: limits)
    }

    private mutating func receive(_ packet: EngineIOPacket, _ actions: inout [Action]) {
        switch packet {
        case .message(let text): actions.append(.deliverText(text))
        case .binary(let bytes): actions.append(.deliverBinary(bytes))
        case .pong: pong(&actions)
        case .close: leave(&actions)
        case .ping(let payload): ping(payload, &actions)
        // Without a meaning here; the reference implementation ignores them too.
        case .open, .upgrade, .noop: break
        }
    }
}
