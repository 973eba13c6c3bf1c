import COpenSSL
import TestSockets
import TestThreads
import Testing

@testable import NetLoop

@Suite("TLS session", .ownThread)
struct TLSSessionTests {
    /// How a session's input is cut.
    enum Cut: Sendable, CaseIterable {
        case whole, byteByByte, thirds

        func pieces(_ bytes: [UInt8]) -> [[UInt8]] {
            switch self {
            case .whole: return bytes.isEmpty ? [] : [bytes]
            case .byteByByte: return bytes.map { [$0] }
            case .thirds:
                let size = max(1, bytes.count / 3)
                return stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
            }
        }
    }

    @Test(
        "a session agrees on keys and passes bytes both ways, however its input is cut",
        arguments: [TLS1_2_VERSION, TLS1_3_VERSION], Cut.allCases)
    func roundTrip(version: Int32, cut: Cut) throws {
        let pair = try SessionPair(TestTLSClient.Options(versions: version...version, protocols: ["h2", "http/1.1"]))
        pair.run(cut)
        #expect(pair.client.isOpen && pair.client.version == version)
        #expect(pair.client.selectedProtocol == "http/1.1")
        guard case .open = pair.session.state else {
            Issue.record("not open: \(pair.session.state)")
            return
        }
        let sent = pattern(40_000)
        pair.client.send(sent)
        #expect(pair.session.encrypt(largePattern[..<100_000]))
        pair.run(cut)
        #expect(pair.atServer == sent)
        #expect(pair.atClient == Array(largePattern[..<100_000]))
    }

    @Test("the handshake's end, the first bytes and the end of the stream may come in one piece")
    func coalesced() throws {
        let pair = try SessionPair(TestTLSClient.Options(versions: TLS1_3_VERSION...TLS1_3_VERSION))
        pair.toServer(pair.begin())
        _ = pair.client.receive(pair.takeServerOutput())
        pair.client.send(Array("GET /".utf8))
        pair.client.close()
        pair.toServer(pair.client.takeOutput())
        #expect(pair.atServer == Array("GET /".utf8))
        guard case .ended = pair.session.state else {
            Issue.record("not ended: \(pair.session.state)")
            return
        }
        #expect(pair.session.encrypt(pattern(100)[...]))
        pair.session.close()
        pair.run(.whole)
        #expect(pair.atClient == pattern(100))
        #expect(pair.client.hasEnded)
    }

    @Test("after its own close_notify a session still reads, and writes nothing")
    func closesFirst() throws {
        let pair = try SessionPair.open()
        pair.session.close()
        pair.session.close()
        #expect(!pair.session.encrypt([1]))
        pair.client.send([7, 8])
        pair.run(.whole)
        #expect(pair.client.hasEnded)
        #expect(pair.atServer == [7, 8])
    }

    @Test("TLS 1.1 is refused with the alert that says so")
    func oldVersion() throws {
        let pair = try SessionPair(TestTLSClient.Options(versions: TLS1_VERSION...TLS1_1_VERSION))
        pair.run(.whole)
        #expect(pair.failure == "unsupported protocol")
        #expect(pair.client.failure == "tlsv1 alert protocol version")
    }

    @Test("a client that offers only other protocols is refused with no_application_protocol")
    func otherProtocols() throws {
        let pair = try SessionPair(TestTLSClient.Options(protocols: ["h2", "imap"]))
        pair.run(.whole)
        #expect(pair.failure != nil)
        #expect(pair.client.failure == "tlsv1 alert no application protocol")
    }

    @Test("a client that offers no protocol is served")
    func noProtocol() throws {
        let pair = try SessionPair.open()
        #expect(pair.client.selectedProtocol == "")
    }

    @Test("ciphers without forward secrecy are refused")
    func weakCiphers() throws {
        let pair = try SessionPair(
            TestTLSClient.Options(
                versions: TLS1_2_VERSION...TLS1_2_VERSION,
                ciphers: "AES128-SHA:AES256-GCM-SHA384:ECDHE-ECDSA-AES128-SHA@SECLEVEL=0"))
        pair.run(.whole)
        #expect(pair.failure == "no shared cipher")
    }

    @Test(
        "what is no TLS is refused at the first byte that shows it, without an answer",
        arguments: [
            "GET / HTTP/1.1\r\nHost: x\r\n\r\n", "\u{15}\u{3}\u{1}\0\u{2}\u{1}\0", "\u{16}\u{2}\u{1}\0\u{5}", "\0",
            "\u{16}\u{3}\u{1}\0\0", "\u{16}\u{3}\u{1}\u{7f}\u{7f}",
        ], Cut.allCases)
    func foreign(text: String, cut: Cut) throws {
        let pair = try SessionPair()
        for piece in cut.pieces(Array(text.utf8)) { pair.toServer(piece) }
        guard case .failed(.notTLS) = pair.session.state else {
            Issue.record("not refused: \(pair.session.state)")
            return
        }
        #expect(pair.session.output.isEmpty)
        #expect(!pair.session.encrypt([1]))
    }

    @Test("a record of garbage that looks like a handshake is refused with an alert")
    func garbage() throws {
        for seed in 0..<200 {
            let pair = try SessionPair()
            let body = (0..<64).map { UInt8(truncatingIfNeeded: ($0 &+ 1) &* (seed &* 7 &+ 3) &* 31 >> 2) }
            pair.toServer([22, 3, 1, 0, 64] + body)
            pair.toServer([22, 3, 1, 0, 64] + body)
            let isWaiting = body[0] == 1 && pair.failure == nil
            #expect(isWaiting || pair.failure != nil, "seed \(seed): \(pair.session.state)")
        }
    }

    @Test(
        "a client that stops anywhere in its handshake leaves a session that waits",
        arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func truncated(version: Int32) throws {
        let options = TestTLSClient.Options(versions: version...version)
        let length = try SessionPair(options).handshakeInput().count
        #expect(length > 200)
        for cut in 0..<length {
            let pair = try SessionPair(options)
            var fed = 0
            pair.feedHandshake { byte in
                guard fed < cut else { return false }
                fed += 1
                pair.toServer([byte])
                return true
            }
            switch pair.session.state {
            case .greeting, .handshaking: break
            case .open, .ended, .failed: Issue.record("\(cut) of \(length): \(pair.session.state)")
            }
            #expect(!pair.session.encrypt([1]))
        }
    }

    @Test("one changed byte anywhere in the handshake never makes the two sides open with each other's bytes unread")
    func changedByte() throws {
        let options = TestTLSClient.Options(versions: TLS1_3_VERSION...TLS1_3_VERSION)
        let length = try SessionPair(options).handshakeInput().count
        for place in stride(from: 0, to: length, by: 3) {
            let pair = try SessionPair(options)
            var fed = 0
            pair.feedHandshake { byte in
                pair.toServer([fed == place ? byte ^ 0x41 : byte])
                fed += 1
                return true
            }
            if pair.client.isOpen, case .open = pair.session.state {
                // Bytes that do not matter (the record's version, say) may be changed.
                pair.client.send([5])
                pair.run(.whole)
                #expect(pair.atServer == [5] || pair.failure != nil, "\(place)")
            }
        }
    }

    @Test("a record that was tampered with ends the session, after what was good before it")
    func tampered() throws {
        let pair = try SessionPair.open()
        pair.client.send(Array("good".utf8))
        let good = pair.client.takeOutput()
        pair.client.send(Array("evil".utf8))
        var evil = pair.client.takeOutput()
        evil[evil.count - 1] ^= 1
        pair.toServer(good + evil)
        #expect(pair.atServer == Array("good".utf8))
        #expect(pair.failure != nil)
        #expect(!pair.session.output.isEmpty)
        pair.toServer(good)
        #expect(pair.atServer == Array("good".utf8))
    }

    @Test("TLS 1.2 renegotiation is refused and the session goes on")
    func renegotiation() throws {
        let pair = try SessionPair.open(TestTLSClient.Options(versions: TLS1_2_VERSION...TLS1_2_VERSION))
        #expect(SSL_renegotiate(pair.client.ssl) == 1)
        _ = SSL_do_handshake(pair.client.ssl)
        ERR_clear_error()
        let asked = pair.client.takeOutput()
        #expect(!asked.isEmpty)
        pair.toServer(asked)
        #expect(pair.failure == nil)
        #expect(!pair.session.output.isEmpty, "the refusal")
        #expect(pair.session.encrypt([3, 4]))
        // OpenSSL's own client takes the refusal for an error; what the server answered is the point.
        _ = pair.client.receive(pair.takeServerOutput())
        #expect(pair.client.failure == "no renegotiation")
    }

    @Test("new keys may be agreed on at any time (TLS 1.3)")
    func newKeys() throws {
        let pair = try SessionPair.open(TestTLSClient.Options(versions: TLS1_3_VERSION...TLS1_3_VERSION))
        for turn in UInt8(0)..<20 {
            pair.client.askForNewKeys()
            pair.client.send([turn])
            pair.run(.whole)
            #expect(pair.session.encrypt([turn]))
            pair.run(.whole)
        }
        #expect(pair.atServer == Array(0..<20) && pair.atClient == Array(0..<20))
    }

    @Test("TLS 1.3 resumes from one ticket; TLS 1.2 gives none")
    func tickets() throws {
        for (version, resumes) in [(TLS1_3_VERSION, true), (TLS1_2_VERSION, false)] {
            let options = TestTLSClient.Options(versions: version...version)
            let first = try SessionPair.open(options)
            let kept = SSL_get1_session(first.client.ssl)
            defer { SSL_SESSION_free(kept) }
            #expect((SSL_SESSION_has_ticket(kept) == 1) == resumes)
            let second = try SessionPair(options, context: first.context, resuming: kept)
            second.run(.whole)
            #expect(second.client.isOpen)
            #expect((SSL_session_reused(second.client.ssl) == 1) == resumes)
        }
    }

    @Test("one session's error leaves no trace for another on the same thread")
    func errorQueue() throws {
        let good = try SessionPair.open()
        let bad = try SessionPair()
        bad.toServer([22, 3, 1, 0, 4, 1, 2, 3, 4])
        #expect(bad.failure != nil)
        #expect(ERR_peek_error() == 0)
        #expect(BIO_new_file("/nonexistent", "r") == nil)
        #expect(ERR_peek_error() != 0)
        good.client.send([1])
        good.run(.whole)
        #expect(good.atServer == [1] && good.failure == nil)
        ERR_clear_error()
    }
}
