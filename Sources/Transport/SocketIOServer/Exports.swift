// So that `import SocketIOServer` is enough: JSON, event loops, HTTP exchanges and a client's handshake stand in this
// library's own signatures.
@_exported public import ByteCoding
@_exported public import HTTPServer
@_exported public import NetLoop

@_exported public import struct EngineIOServer.HandshakeRequest
@_exported public import struct EngineIOServer.OriginPolicy
