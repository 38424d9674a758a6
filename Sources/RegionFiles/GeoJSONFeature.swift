import Geodesy
import RegionMonitoring
import StrictJSON

/// One feature: becomes a region, or a refusal that names it as well as can be.
struct GeoJSONFeature {
    var members: GeoJSONMembers

    /// Where the feature begins.
    var start: Int

    /// Its place in the collection; `nil` when there is none.
    var index: Int?

    /// The system of its coordinates.
    var system: CoordinateSystem

    /// Reads the feature into a builder.
    func read(in bytes: Span<UInt8>, into builder: inout RegionFileBuilder) {
        var region: RegionID?
        do throws(Refusal) {
            let identity = try identity(in: bytes)
            region = identity.identifier.region
            try builder.claim(identity.identifier, featureAt: start, in: bytes)
            let properties = try identity.properties()
            try checkMembers(in: bytes)
            let shape = try GeoJSONGeometry.read(
                members.geometry, properties, featureAt: start, in: bytes)
            try builder.add(
                try self.region(identity.identifier.region, shape.shape, properties, in: bytes),
                feature: index, at: start, coordinates: shape.offset, in: bytes)
        } catch {
            builder.refuse(error, region: region, feature: index)
        }
    }

    /// A feature's identifier and its properties, or why these cannot be used: its identifier is to
    /// be named all the same.
    private struct Identity {
        var identifier: FeatureIdentifier
        var result: Result<FeatureProperties, Refusal>

        func properties() throws(Refusal) -> FeatureProperties { try result.get() }
    }

    private func identity(in bytes: Span<UInt8>) throws(Refusal) -> Identity {
        var properties = FeatureProperties()
        var refusal: Refusal?
        do throws(Refusal) {
            properties = try FeatureProperties(members.properties, in: bytes)
        } catch {
            if members.id == nil { throw error }
            refusal = error
        }
        let identifier = try FeatureIdentifier(
            id: members.id, properties: properties, featureAt: start, in: bytes)
        return Identity(
            identifier: identifier, result: refusal.map { .failure($0) } ?? .success(properties))
    }

    private func checkMembers(in bytes: Span<UInt8>) throws(Refusal) {
        guard let type = members.type else {
            throw Refusal(at: start, .missing(member: "type", expected: "\"Feature\""))
        }
        guard members.typeText(in: bytes) == "Feature" else {
            throw Refusal("type", is: type, expected: "\"Feature\"", in: bytes)
        }
        try GeoJSONReferenceSystem.check(members.referenceSystem, in: bytes)
        if index != nil, let coordinates = members.coordinates, coordinates.kind == .string {
            // Ignored, it would shift the region by hundreds of metres.
            throw Refusal(
                "coordinates", is: coordinates,
                expected: "a member of the collection, where it holds for all features", in: bytes)
        }
    }

    private func region(
        _ identifier: RegionID, _ shape: RegionShape, _ properties: FeatureProperties,
        in bytes: Span<UInt8>
    ) throws(Refusal) -> Region {
        Region(
            identifier: identifier,
            shape: shape.converted(from: system),
            name: properties.name,
            notifyOnEntry: try FeatureProperties.flag(
                properties.notifyOnEntry, "notifyOnEntry", in: bytes),
            notifyOnExit: try FeatureProperties.flag(
                properties.notifyOnExit, "notifyOnExit", in: bytes),
            notifyOnDwell: try FeatureProperties.flag(
                properties.notifyOnDwell, "notifyOnDwell", in: bytes),
            policy: try FeaturePolicy.read(properties.policy, in: bytes),
            properties: properties.others)
    }
}
