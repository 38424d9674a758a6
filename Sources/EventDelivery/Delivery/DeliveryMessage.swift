package import RegionMonitoring

/// One record on its way to a sink.
package struct DeliveryMessage: Hashable, Sendable {
    /// The record's place among all that are delivered: grows, and names the message to an outbox.
    package var position: UInt64

    /// The durable state that the record's numbers belong to; 0 for a run without one.
    package var epoch: UInt64

    /// What is delivered.
    package var record: OutputRecord

    /// Creates a message.
    package init(position: UInt64, epoch: UInt64 = 0, record: OutputRecord) {
        self.position = position
        self.epoch = epoch
        self.record = record
    }

    /// The device whose messages must stay in order; `nil` for a failure, which is about none.
    package var device: DeviceID? {
        switch record.content {
        case .event(let event): event.device
        case .visit(let visit): visit.device
        case .fix(let fix): fix.device
        case .failure: nil
        }
    }

    /// The region that it is about, where it is one.
    package var region: RegionID? {
        switch record.content {
        case .event(let event): event.region
        case .visit(let visit): visit.region
        case .fix: nil
        case .failure(let failure): failure.region
        }
    }

    /// What a receiver can tell a repeated delivery by: the same text whenever the message is sent.
    ///
    /// `EPOCH:DEVICE:SEQUENCE` for an event, with all but letters, digits, `-`, `_`, `.` and `~` of the
    /// device as `%XX`; visits have `visit-NUMBER` for the sequence, other records `record-POSITION`.
    package var identity: String {
        var bytes: [UInt8] = []
        bytes.append(decimal: epoch)
        bytes.append(UInt8(ascii: ":"))
        if let device { bytes.append(percentEncoded: device.rawValue) }
        bytes.append(UInt8(ascii: ":"))
        switch record.content {
        case .event(let event):
            bytes.append(decimal: event.sequence)
        case .visit(let visit) where visit.number != nil:
            bytes.append(text: "visit-")
            bytes.append(decimal: visit.number ?? 0)
        case .visit, .fix, .failure:
            bytes.append(text: "record-")
            bytes.append(decimal: position)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension [UInt8] {
    /// Appends a text with all bytes but the unreserved ones of RFC 3986 §2.3 as `%XX`.
    package mutating func append(percentEncoded text: String) {
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "."), UInt8(ascii: "~"):
                append(byte)
            default:
                append(UInt8(ascii: "%"))
                append(digits[Int(byte >> 4)])
                append(digits[Int(byte & 15)])
            }
        }
    }
}
