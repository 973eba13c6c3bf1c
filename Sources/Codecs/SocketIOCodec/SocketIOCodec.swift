// SocketIOCodec
