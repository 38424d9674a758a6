#if Webhook
    /// Signs requests as the Standard Webhooks specification (version 1) says: HMAC-SHA256 over
    /// `ID.TIMESTAMP.BODY`, in the headers `webhook-id`, `webhook-timestamp` (seconds since 1970) and
    /// `webhook-signature` (`v1,` and Base64; one signature for each secret, with spaces between).
    struct RequestSignature: Sendable {
        private let keys: [[UInt8]]

        /// Creates one from secrets: `whsec_` and the key in Base64, or the key itself.
        init(secrets: [[UInt8]]) throws(SignatureError) {
            var keys: [[UInt8]] = []
            for secret in secrets {
                let prefix = Array("whsec_".utf8)
                guard secret.starts(with: prefix) else {
                    keys.append(secret)
                    continue
                }
                guard let key = Base64Text.decode(secret.dropFirst(prefix.count)), !key.isEmpty
                else { throw SignatureError() }
                keys.append(key)
            }
            self.keys = keys
        }

        /// The header lines of a request.
        func headers(identifier: String, body: [UInt8], secondsSince1970: Int64) -> [String] {
            if keys.isEmpty { return [] }
            let content = Array("\(identifier).\(secondsSince1970).".utf8) + body
            let signatures = keys.map {
                "v1," + Base64Text.encode(Digests.hmacSHA256(content, key: $0))
            }
            return [
                "webhook-id: \(identifier)", "webhook-timestamp: \(secondsSince1970)",
                "webhook-signature: " + signatures.joined(separator: " "),
            ]
        }
    }

    /// A secret that begins with `whsec_` and is no Base64 after that.
    struct SignatureError: Error {}

    /// Base64 of RFC 4648 §4.
    enum Base64Text {
        private static let alphabet = Array(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

        static func encode(_ bytes: [UInt8]) -> String {
            var text: [UInt8] = []
            for start in stride(from: 0, to: bytes.count, by: 3) {
                let group = bytes[start..<min(start + 3, bytes.count)]
                var bits: UInt32 = 0
                for offset in 0..<3 {
                    bits =
                        bits << 8 | UInt32(start + offset < bytes.count ? bytes[start + offset] : 0)
                }
                for place in 0..<4 {
                    let isUsed = place <= group.count
                    let index = Int(bits >> UInt32(18 - 6 * place) & 63)
                    text.append(isUsed ? alphabet[index] : UInt8(ascii: "="))
                }
            }
            return String(decoding: text, as: UTF8.self)
        }

        static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
            var bytes: [UInt8] = []
            var bits: UInt32 = 0
            var count = 0
            var padding = 0
            for byte in text {
                if byte == UInt8(ascii: "=") {
                    padding += 1
                    continue
                }
                guard padding == 0, let value = alphabet.firstIndex(of: byte) else { return nil }
                bits = bits << 6 | UInt32(value)
                count += 1
                if count % 4 != 1 {
                    let left = UInt32([0, 0, 4, 2][count % 4])
                    bytes.append(UInt8(truncatingIfNeeded: bits >> left))
                }
            }
            guard count % 4 != 1, padding == 0 || (count + padding) % 4 == 0 && padding < 3
            else { return nil }
            return bytes
        }
    }
#endif
