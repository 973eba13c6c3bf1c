// SocketIOServer
