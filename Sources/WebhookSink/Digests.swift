#if Webhook
    import CCrypto

    /// Digests by OpenSSL.
    enum Digests {
        /// HMAC with SHA-256 of a message under a key: 32 bytes.
        static func hmacSHA256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
            var digest = [UInt8](repeating: 0, count: 32)
            // SAFETY: the three arrays are valid for the call with the sizes that are passed, and the
            // digest has the 32 bytes that are written.
            let isDone = unsafe ccrypto_hmac_sha256(
                key, Int32(key.count), message, message.count, &digest)
            precondition(isDone != 0, "OpenSSL has no SHA-256")
            return digest
        }

        /// SHA-256 of a message: 32 bytes.
        static func sha256(_ message: [UInt8]) -> [UInt8] {
            var digest = [UInt8](repeating: 0, count: 32)
            // SAFETY: both arrays are valid for the call, and the digest has the 32 bytes that are
            // written.
            let isDone = unsafe ccrypto_sha256(message, message.count, &digest)
            precondition(isDone != 0, "OpenSSL has no SHA-256")
            return digest
        }

        /// Bytes as hexadecimal digits.
        static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
            let digits = Array("0123456789abcdef".utf8)
            var text: [UInt8] = []
            for byte in bytes {
                text.append(digits[Int(byte >> 4)])
                text.append(digits[Int(byte & 15)])
            }
            return String(decoding: text, as: UTF8.self)
        }
    }
#endif
