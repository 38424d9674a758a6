// Google's S2, where it is installed: MutableS2ShapeIndex and S2ContainsPointQuery.
#include "PairHash.hpp"

#if __has_include(<s2/mutable_s2shape_index.h>)
#include <s2/mutable_s2shape_index.h>
#include <s2/s2contains_point_query.h>
#include <s2/s2earth.h>
#include <s2/s2latlng.h>
#include <s2/s2lax_polygon_shape.h>
#include <s2/s2loop.h>
#include <s2/s2polygon.h>

#include <memory>
#include <vector>

struct s2_peer {
    MutableS2ShapeIndex index;
    std::unique_ptr<S2ContainsPointQuery<MutableS2ShapeIndex>> query;
    // The region of each shape.
    std::vector<uint32_t> regions;
    std::vector<Pair> pairs;
};

static S2Point point(double longitude, double latitude) {
    return S2LatLng::FromDegrees(latitude, longitude).Normalized().ToPoint();
}

static void add(s2_peer *peer, std::vector<std::unique_ptr<S2Loop>> loops, uint32_t region) {
    S2Polygon polygon;
    polygon.set_s2debug_override(S2Debug::DISABLE);
    polygon.InitNested(std::move(loops));
    peer->index.Add(std::make_unique<S2LaxPolygonShape>(polygon));
    peer->regions.push_back(region);
}

bool s2_peer_is_available(void) { return true; }

s2_peer *s2_peer_create(const peer_regions *regions) {
    auto *peer = new s2_peer();
    std::vector<std::unique_ptr<S2Loop>> loops;
    uint32_t start = 0;
    for (size_t ring = 0; ring < regions->ring_count; ring++) {
        const uint32_t end = regions->ring_ends[ring];
        std::vector<S2Point> vertices;
        // S2 closes its loops itself.
        for (uint32_t vertex = start; vertex + 1 < end; vertex++) {
            const S2Point next =
                point(regions->vertices[2 * vertex], regions->vertices[2 * vertex + 1]);
            if (vertices.empty() || vertices.back() != next) vertices.push_back(next);
        }
        start = end;
        auto loop = std::make_unique<S2Loop>(vertices, S2Debug::DISABLE);
        loop->Normalize();
        loops.push_back(std::move(loop));
        const uint32_t region = regions->polygon_regions[regions->ring_polygons[ring]];
        if (ring + 1 == regions->ring_count
            || regions->polygon_regions[regions->ring_polygons[ring + 1]] != region) {
            add(peer, std::move(loops), region);
            loops.clear();
        }
    }
    for (size_t index = 0; index < regions->circle_count; index++) {
        const double *circle = regions->circles + 3 * index;
        std::vector<std::unique_ptr<S2Loop>> rim;
        rim.push_back(S2Loop::MakeRegularLoop(
            point(circle[0], circle[1]), S2Earth::MetersToAngle(circle[2]), 64));
        add(peer, std::move(rim), regions->circle_regions[index]);
    }
    peer->index.ForceBuild();
    peer->query = std::make_unique<S2ContainsPointQuery<MutableS2ShapeIndex>>(&peer->index);
    return peer;
}

void s2_peer_destroy(s2_peer *peer) { delete peer; }

void s2_peer_membership(
    s2_peer *peer, const double *longitudes, const double *latitudes, size_t count) {
    peer->pairs.clear();
    for (size_t index = 0; index < count; index++) {
        peer->query->VisitContainingShapes(
            point(longitudes[index], latitudes[index]), [&](S2Shape *shape) {
                peer->pairs.push_back(
                    Pair{static_cast<uint32_t>(index), peer->regions[shape->id()]});
                return true;
            });
    }
}

peer_answer s2_peer_pairs(const s2_peer *peer, size_t first) {
    peer_answer answer = {0, 0};
    for (const Pair &pair : peer->pairs)
        addToAnswer(answer, (pair.place + first) << 32 | pair.region);
    return answer;
}

#else

struct s2_peer {};

bool s2_peer_is_available(void) { return false; }
s2_peer *s2_peer_create(const peer_regions *) { return nullptr; }
void s2_peer_destroy(s2_peer *) {}
void s2_peer_membership(s2_peer *, const double *, const double *, size_t) {}
peer_answer s2_peer_pairs(const s2_peer *, size_t) { return {0, 0}; }

#endif
