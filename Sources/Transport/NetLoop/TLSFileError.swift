/// Why a certificate and its key cannot be used, in a sentence that names the file.
public struct TLSFileError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Cause: Error, Hashable, Sendable {
        /// The system's error number for opening or reading the file.
        case unreadable(Int32)
        case tooLarge
        /// No certificate, or no private key, is in it.
        case notPEM
        /// The key asks for a passphrase, which a server has nobody to ask for.
        case encrypted
        /// The key is another certificate's.
        case mismatched
        /// OpenSSL refuses what is in it; the reason is OpenSSL's.
        case refused(String)
    }

    public let file: String
    public let cause: Cause
    private let isKey: Bool

    init(_ file: String, isKey: Bool, _ cause: Cause) {
        self.file = file
        self.isKey = isKey
        self.cause = cause
    }

    public var description: String {
        let what = isKey ? "key" : "certificate"
        return switch cause {
        case .unreadable(let code): "The TLS \(what) file \(file) cannot be read: \(systemErrorText(code))."
        case .tooLarge: "The TLS \(what) file \(file) is larger than \(PEMFile.limit) bytes."
        case .notPEM: "The TLS \(what) file \(file) holds no \(isKey ? "private key" : "certificate") in PEM."
        case .encrypted: "The TLS key file \(file) is encrypted: give the key without a passphrase."
        case .mismatched: "The TLS key in \(file) does not belong to the certificate."
        case .refused(let reason): "The TLS \(what) in \(file) cannot be used: \(reason)."
        }
    }
}
