// WebSocketServer
