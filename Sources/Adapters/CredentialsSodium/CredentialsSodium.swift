// CredentialsSodium
