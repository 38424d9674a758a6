import Testing

@testable import PostGISRegions

/// Queries as the command line names them.
struct PostGISQueryTests {
    @Test(arguments: [
        (
            "postgres://me:secret@host:5432/db?sslmode=require&sql=SELECT id, geom FROM a WHERE b & c",
            "postgres://me:secret@host:5432/db?sslmode=require",
            "SELECT id, geom FROM a WHERE b & c",
            "postgres://host:5432/db"
        ),
        (
            "postgresql:///db?sql=SELECT%20'%25x'%20?+1", "postgresql:///db", "SELECT '%x' ?+1",
            "postgresql:///db"
        ),
    ])
    func parts(
        _ text: String, _ connection: String, _ statement: String, _ name: String
    ) throws {
        let query = try PostGISQuery(text)
        #expect(query.connection == connection)
        #expect(query.statement == statement)
        #expect(query.name == name)
    }

    @Test(arguments: [
        "postgres://host/db", "postgres://host/db?sql=", "postgres://host/db?sslmode=require",
        "postgres://host/db?sql=SELECT%20'%ff'", "postgres://host/db?sql=%00",
    ])
    func whatIsNoQuery(_ text: String) {
        #expect(throws: PostGISQuery.Failure.self) { try PostGISQuery(text) }
    }

    @Test func filesAreNoQueries() {
        #expect(!PostGISQuery.isNamed(by: "postgres.geojson"))
        #expect(PostGISQuery.isNamed(by: "postgres://x"))
    }
}
