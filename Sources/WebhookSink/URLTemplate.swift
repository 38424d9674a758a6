#if Webhook
    import EventDelivery
    import RegionMonitoring
    import StrictJSON

    /// A URL with places in braces that are filled for each record: `{device}`, `{region}` or the name of
    /// a property of the region.
    struct URLTemplate: Sendable, Hashable {
        private enum Part: Hashable {
            case text(String)
            case place(String)
        }

        private let parts: [Part]

        /// The properties of regions that it asks for.
        var properties: [String] {
            parts.compactMap { part in
                if case .place(let name) = part, name != "device", name != "region" {
                    name
                } else {
                    nil
                }
            }
        }

        /// Reads a template; `nil` when its braces do not match, or it is no HTTP URL.
        init?(_ text: String) {
            var parts: [Part] = []
            var rest = Substring(text)
            while let open = rest.firstIndex(of: "{") {
                let after = rest[rest.index(after: open)...]
                guard let close = after.firstIndex(of: "}"), close != after.startIndex else {
                    return nil
                }
                if open != rest.startIndex { parts.append(.text(String(rest[..<open]))) }
                parts.append(.place(String(after[..<close])))
                rest = after[after.index(after: close)...]
            }
            if rest.contains("}") { return nil }
            if !rest.isEmpty { parts.append(.text(String(rest))) }
            self.parts = parts
            // A URL that is a property of the region in whole is looked at when it is there.
            if case .place(let name) = parts.first, name != "device", name != "region" { return }
            guard case .text(let start) = parts.first, Self.origin(of: start) != nil else {
                return nil
            }
        }

        /// The URL for a message.
        func url(for message: DeliveryMessage) throws(TemplateError) -> String {
            var bytes: [UInt8] = []
            for (index, part) in parts.enumerated() {
                switch part {
                case .text(let text): bytes += text.utf8
                case .place(let name):
                    let value = try value(of: name, in: message)
                    if index == 0 {
                        bytes += value.utf8
                    } else {
                        bytes.append(percentEncoded: value)
                    }
                }
            }
            let url = String(decoding: bytes, as: UTF8.self)
            guard Self.origin(of: url) != nil else {
                throw TemplateError(reason: "the region's URL is no HTTP URL")
            }
            return url
        }

        private func value(
            of name: String, in message: DeliveryMessage
        ) throws(TemplateError) -> String {
            switch name {
            case "device":
                if let device = message.device { return device.rawValue }
                throw TemplateError(reason: "it is about no device")
            case "region":
                if let region = message.region { return region.rawValue }
                throw TemplateError(reason: "it is about no region")
            default:
                return try property(name, in: message.record.properties.bytes)
            }
        }

        /// The text of a property that is a JSON string or a number.
        private func property(
            _ name: String, in members: [UInt8]
        ) throws(TemplateError) -> String {
            let object = [UInt8(ascii: "{")] + members + [UInt8(ascii: "}")]
            let bytes = object.span
            var cursor = JSONCursor()
            do {
                _ = try cursor.next(in: bytes)
                while let (key, value) = try cursor.nextMember(in: bytes) {
                    guard JSONString.text(of: key, in: bytes, equals: name) else { continue }
                    switch value.kind {
                    case .string: return JSONString.text(of: value.token, in: bytes)
                    case .number: return String(decoding: object[value.range], as: UTF8.self)
                    default:
                        throw TemplateError(
                            reason: "the region's property '\(name)' is no text or number")
                    }
                }
            } catch let error as TemplateError {
                throw error
            } catch {
                throw TemplateError(reason: "the region's properties are unreadable: \(error)")
            }
            throw TemplateError(reason: "the region has no property '\(name)'")
        }

        /// The scheme, host and port of an HTTP URL; `nil` for any other text.
        static func origin(of url: String) -> String? {
            let lowered = url.lowercased()
            guard lowered.hasPrefix("http://") || lowered.hasPrefix("https://"),
                !url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F })
            else { return nil }
            let start = lowered.firstIndex(of: "/") ?? lowered.endIndex
            let rest = lowered[start...].dropFirst(2)
            let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
            let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
            return host.isEmpty ? nil : lowered[..<start] + "//" + host
        }
    }

    /// Why a message has no URL.
    struct TemplateError: Error {
        var reason: String
    }
#endif
