// EngineIOCodec
