import Geodesy

/// What is remembered of a device, in one line of the processor's cache.
///
/// A device whose fixes change nothing is folded: its lane is all there is of it, with the visits under
/// way chained in the ``OpenVisitPool``. Any other has a whole ``DeviceRecord``, and only the fields so
/// marked hold.
struct DeviceLane: BitwiseCopyable, Sendable {
    /// How a device is kept.
    enum Form: UInt8, BitwiseCopyable {
        /// No fix has reached it.
        case empty

        /// The lane says all.
        case folded

        /// The record at `link` says all.
        case unfolded
    }

    /// The time of the last fix, which was delivered.
    var time = Timestamp(microsecondsSince1970: 0)

    /// Where the last fix was.
    var latitude = 0.0
    var longitude = 0.0

    /// The accuracy of the last fix in metres; NaN for none.
    var accuracy = Double.nan

    /// Before this moment `advance(to:)` has nothing to do; holds in every form.
    var deadline = Timestamp(microsecondsSince1970: .max)

    /// The region set's revision at the last fix.
    var revision: UInt32 = 0

    /// The cell of the last fix, where that is known to have no boundary in it.
    var cell: UInt32 = Self.noCell

    /// The number of the last event; holds while empty, too.
    var sequence: UInt32 = 0

    /// The number of the last visit.
    var visits: UInt32 = 0

    /// Folded: the first visit in the pool, or −1. Unfolded: the record.
    var link: Int32 = -1

    var form = Form.empty

    /// Whether a fix has reached the device; holds in every form.
    var isSeen = false

    /// Whether the device is among those that have changed; holds in every form.
    var isChanged = false

    static let noCell = UInt32.max

    var coordinate: LocationCoordinate2D {
        LocationCoordinate2D(latitude: latitude, longitude: longitude)
    }
}

extension Timestamp {
    /// Stands for a moment that never comes.
    static let never = Timestamp(microsecondsSince1970: .max)
}
