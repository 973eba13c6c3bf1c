import ByteCoding
import ChatModel
import Testing

@testable import NativeDoor

@Suite("CONNECT's auth payload")
struct HandshakeTests {
    private func outcome(_ auth: JSON) -> String {
        switch Handshake(auth) {
        case .anonymous: "anonymous"
        case .token(let token): "token \(token)"
        case .refused(let error): "\(error.code.rawValue) \(error.field ?? "-")"
        }
    }

    @Test("no payload, an empty one and a null token connect without logging in")
    func anonymous() {
        #expect(outcome(.null) == "anonymous")
        #expect(outcome([:]) == "anonymous")
        #expect(outcome(["token": nil, "version": 1]) == "anonymous")
    }

    @Test("a token is looked up")
    func token() {
        #expect(outcome(["token": "rst_x", "version": 1]) == "token rst_x")
    }

    @Test("a version of the protocol that the server does not speak is refused, older or newer")
    func versions() {
        #expect(outcome(["version": 0]) == "client_too_old -")
        #expect(outcome(["version": -9]) == "client_too_old -")
        #expect(outcome(["version": 2]) == "client_too_old -")
        #expect(outcome(["version": "one"]) == "invalid_argument version")
    }

    @Test("a token that is no string is refused")
    func oddToken() {
        #expect(outcome(["token": 7]) == "invalid_argument token")
        #expect(outcome(["token": ["a"]]) == "invalid_argument token")
    }
}
