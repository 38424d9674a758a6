import MonitoringService
import PostGISRegions
import RegionFiles

/// Region files that are queries to a database.
enum RegionDatabase {
    /// Reads the regions of a query; `nil` when the text names a file.
    @Sendable static func read(
        _ text: String, _ reader: inout RegionFileReader
    ) -> Result<RegionFile, RegionCatalog.SourceFailure>? {
        guard PostGISQuery.isNamed(by: text) else { return nil }
        do throws(PostGISQuery.Failure) {
            let query = try PostGISQuery(text)
            #if PostgreSQL
                return .success(reader.read(rows: try PostGISRows(query), named: query.name))
            #else
                throw PostGISQuery.Failure(
                    message:
                        "\(query.name): regions from PostGIS need the trait PostgreSQL, which is "
                        + "not built in")
            #endif
        } catch {
            return .failure(.init(message: "cannot read regions: \(error.message)"))
        }
    }
}
