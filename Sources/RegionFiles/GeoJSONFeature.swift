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

    /// The property that identifies it instead of its `id`.
    var identifierProperty: String?

    /// Reads the feature into a builder.
    func read(in bytes: Span<UInt8>, into builder: inout RegionFileBuilder) {
        var region: RegionID?
        do throws(Refusal) {
            let properties = properties(in: bytes)
            let identifier = identifier(properties, in: bytes)
            if case .success(let identifier) = identifier {
                region = identifier.region
                try builder.claim(identifier, featureAt: start, in: bytes)
            }
            // Now that the feature can be named: first what it is, then what it says.
            try checkMembers(in: bytes)
            let sound = try properties.get()
            let name = try identifier.get().region
            let shape = try GeoJSONGeometry.read(
                members.geometry, sound, featureAt: start, in: bytes)
            try builder.add(
                try self.region(name, shape.shape, sound, in: bytes),
                policy: sound.policy?.compactText(in: bytes), feature: index, at: start,
                coordinates: shape.offset, in: bytes)
        } catch {
            builder.refuse(error, region: region, feature: index)
        }
    }

    private func properties(in bytes: Span<UInt8>) -> Result<FeatureProperties, Refusal> {
        do throws(Refusal) {
            return .success(
                try FeatureProperties(
                    members.properties, identifiedBy: identifierProperty, in: bytes))
        } catch {
            return .failure(error)
        }
    }

    /// The identifier, found also where the properties are unusable but not needed for it.
    private func identifier(
        _ properties: Result<FeatureProperties, Refusal>, in bytes: Span<UInt8>
    ) -> Result<FeatureIdentifier, Refusal> {
        do throws(Refusal) {
            if let identifierProperty {
                return .success(
                    try FeatureIdentifier(
                        property: identifierProperty, of: try properties.get(), featureAt: start,
                        in: bytes))
            }
            let known =
                members.id == nil ? try properties.get() : (try? properties.get()) ?? .init()
            return .success(
                try FeatureIdentifier(
                    id: members.id, properties: known, featureAt: start, in: bytes))
        } catch {
            return .failure(error)
        }
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
