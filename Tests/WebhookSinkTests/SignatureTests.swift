#if Webhook
    import Testing

    @testable import WebhookSink

    struct SignatureTests {
        @Test func aSignatureIsThatOfTheSpecification() throws {
            // The example of the Standard Webhooks specification.
            let signature = try RequestSignature(secrets: [
                Array("whsec_plJ3nmyCDGBKInavdOK15jsl".utf8)
            ])
            let headers = signature.headers(
                identifier: "msg_loFOjxBNrRLzqYUf",
                body: Array(
                    #"{"event_type":"ping","data":{"success":true}}"#.utf8),
                secondsSince1970: 1_731_705_121)
            #expect(
                headers == [
                    "webhook-id: msg_loFOjxBNrRLzqYUf", "webhook-timestamp: 1731705121",
                    "webhook-signature: v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=",
                ])
        }

        @Test func eachSecretSigns() throws {
            let one = try RequestSignature(secrets: [Array("a".utf8)])
            let both = try RequestSignature(secrets: [Array("a".utf8), Array("b".utf8)])
            func last(_ signature: RequestSignature) -> String {
                signature.headers(identifier: "i", body: [1, 2], secondsSince1970: 3).last ?? ""
            }
            #expect(last(both).hasPrefix(last(one) + " v1,"))
            #expect(
                try RequestSignature(secrets: []).headers(
                    identifier: "i", body: [], secondsSince1970: 0
                ).isEmpty)
            for secret in ["whsec_", "whsec_a", "whsec_a%b=", "whsec_YQ==="] {
                #expect(throws: SignatureError.self) {
                    try RequestSignature(secrets: [Array(secret.utf8)])
                }
            }
        }

        @Test(arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
        ])
        func base64(_ text: String, _ expected: String) {
            #expect(Base64Text.encode(Array(text.utf8)) == expected)
            #expect(Base64Text.decode(expected.utf8) == Array(text.utf8))
        }

        @Test func digests() {
            // FIPS 180-2, appendix B.1, and RFC 4231, test case 2.
            #expect(
                Digests.hexadecimal(Digests.sha256(Array("abc".utf8)))
                    == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
            #expect(
                Digests.hexadecimal(
                    Digests.hmacSHA256(
                        Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8)))
                    == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        }
    }
#endif
