// EngineIOServer
