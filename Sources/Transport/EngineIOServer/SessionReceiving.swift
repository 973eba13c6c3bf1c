internal import EngineIOCodec

// Packets that arrive, by either transport.
extension EngineIOSession {
    mutating func webSocketText(_ text: [UInt8], _ actions: inout [Action]) {
        switch state {
        case .probing, .upgrading: upgradeText(text, &actions)
        case .websocket:
            do throws(EngineIOError) {
                receive(try EngineIO4.decode(text), &actions)
            } catch {
                fail(.parseError, &actions)
            }
        case .opening, .polling, .closing, .closed: break
        }
    }

    mutating func webSocketBinary(_ bytes: [UInt8], _ actions: inout [Action]) {
        switch state {
        case .probing, .upgrading: failUpgrade(&actions)
        case .websocket: actions.append(.deliverBinary(bytes[...]))
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
    mutating func receive(payload: [UInt8], _ request: RequestID, _ actions: inout [Action]) {
        do throws(EngineIOError) {
            let packets = try EngineIO4.decodePayload(payload, limits: EngineIOLimits(maxPayload: timing.maxPayload))
            for packet in packets where isOpen { receive(packet, &actions) }
            actions.append(.respond(request, .ok))
        } catch {
            fail(.parseError, &actions)
            actions.append(.respond(request, .failure(.badRequest)))
        }
    }

    private mutating func receive(_ packet: EngineIOPacket, _ actions: inout [Action]) {
        switch packet {
        case .message(let text): actions.append(.deliverText(text))
        case .binary(let bytes): actions.append(.deliverBinary(bytes))
        case .pong: pong(&actions)
        case .close: leave(&actions)
        // In version 4 only the server pings.
        case .ping: fail(.transportError, &actions)
        // Without a meaning here; the reference implementation ignores them too.
        case .open, .upgrade, .noop: break
        }
    }
}
