import HTTPCodec
import Testing

@Suite("Header fields and response heads")
struct HTTPHeadersTests {
    @Test("names are found in any case, first value first, in the order they were added")
    func lookup() {
        var headers: HTTPHeaders = ["Set-Cookie": "a=1", "X": "y"]
        headers.add("set-cookie", "b=2")
        #expect(headers["SET-COOKIE"] == "a=1")
        #expect(headers.all("Set-Cookie") == ["a=1", "b=2"])
        #expect(headers.pairs.map(\.name) == ["Set-Cookie", "X", "set-cookie"])
        #expect(headers.contains("x"))
        #expect(!headers.contains("xx"))
        headers.set("Set-Cookie", "c=3")
        #expect(headers.all("set-cookie") == ["c=3"])
        headers.remove("x")
        #expect(headers["X"] == nil)
        #expect(headers.count == 1)
    }

    @Test("a token is found among comma-separated members and nowhere else")
    func tokens() {
        let headers: HTTPHeaders = ["Connection": "keep-alive, Upgrade", "Upgrade": "websocket"]
        #expect(headers.lists("upgrade", in: "connection"))
        #expect(headers.lists("KEEP-ALIVE", in: "connection"))
        #expect(!headers.lists("keep", in: "connection"))
        #expect(!headers.lists("upgrade", in: "x"))
        #expect(headers.lists("websocket", in: "upgrade"))
    }

    @Test("a value cannot smuggle in a line, and a name that is no token is not taken")
    func injection() {
        var headers = HTTPHeaders()
        let isAdded = headers.add("X", " a\r\nSet-Cookie: b\0c\t ")
        #expect(isAdded)
        for name in ["X Y", "X:Y", "X\r\nY", "Xé", ""] {
            let isRefusedNameAdded = headers.add(name, "1")
            #expect(!isRefusedNameAdded, "\(name)")
        }
        var output: [UInt8] = []
        HTTPResponseHead(status: HTTPStatus(code: 200, reason: "O\r\nK"), headers: headers).encode(into: &output)
        #expect(String(decoding: output, as: UTF8.self) == "HTTP/1.1 200 O  K\r\nX: a  Set-Cookie: b c\r\n\r\n")
    }

    @Test("a response head is written as HTTP/1.1 with its fields in order")
    func responseHead() {
        var output: [UInt8] = []
        let headers: HTTPHeaders = ["Content-Type": "text/plain", "Content-Length": "0"]
        HTTPResponseHead(status: .notFound, headers: headers).encode(into: &output)
        #expect(
            String(decoding: output, as: UTF8.self)
                == "HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\nContent-Length: 0\r\n\r\n")
    }

    @Test("a status code that has not three digits is written as 500")
    func statusCode() {
        #expect(HTTPStatus(code: 99, reason: "").code == 500)
        #expect(HTTPStatus(code: 1000, reason: "").code == 500)
        #expect(HTTPStatus(code: 999, reason: "").code == 999)
    }

    @Test("parsed fields equal the same fields added one by one")
    func equality() throws {
        let parsed = try #require(parse("GET / HTTP/1.1\r\nHOST: h\r\nA:  1\r\n\r\n").requests.first)
        #expect(parsed.headers == ["host": "h", "a": "1"])
        #expect(parsed.headers != ["a": "1", "host": "h"])
        #expect(parsed.headers != ["host": "h", "a": "2"])
    }

    @Test("exactly RFC 9110's token letters may stand in a name")
    func tokenLetters() {
        let letters = Set("!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
        for byte in UInt8.min ... .max {
            let request = Array("GET / HTTP/1.1\r\nHost: h\r\nX".utf8) + [byte] + Array("Y: 1\r\n\r\n".utf8)
            let isTaken = parse(request).error == nil
            // A colon ends the name, and what follows is its value.
            #expect(isTaken == (letters.contains(byte) || byte == 0x3A), "byte \(byte)")
        }
    }
}

@Suite("Bytes of field values")
struct HTTPFieldValueTests {
    @Test("each control byte but tab is refused at each place of a value, and every other byte is taken")
    func everyByte() {
        for byte in UInt8.min ... .max {
            let isTaken = byte == 0x09 || (byte >= 0x20 && byte != 0x7F)
            for place in 0..<19 {
                var value = [UInt8](repeating: 0xE9, count: 19)
                value[place] = byte
                let request = Array("GET / HTTP/1.1\r\nHost: h\r\nX:".utf8) + value + Array("\r\n\r\n".utf8)
                #expect((parse(request).error == nil) == isTaken, "byte \(byte) at \(place)")
            }
        }
    }
}
