// The naive design on GEOS, as well as its C interface allows.
#include "PairHash.hpp"

#define GEOS_USE_ONLY_R_API
#include <geodesic.h>
#include <geos_c.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace {
constexpr double radiansPerDegree = 0.017453292519943295;
constexpr double sphereRadius = 6371008.8;

struct Vector {
    double x, y, z;
    Vector(double longitude, double latitude) {
        const double a = longitude * radiansPerDegree, b = latitude * radiansPerDegree;
        x = std::cos(b) * std::cos(a);
        y = std::cos(b) * std::sin(a);
        z = std::sin(b);
    }
};

struct CirclePeer {
    double longitude, latitude, radius;
    Vector center;
    // Squared chords on the unit sphere: nearer is inside, farther is outside, between is measured.
    double inner, outer;
    CirclePeer(double longitude, double latitude, double radius)
        : longitude(longitude), latitude(latitude), radius(radius), center(longitude, latitude) {
        inner = squaredChord(radius * 0.99);
        outer = squaredChord(radius * 1.01);
    }
    static double squaredChord(double distance) {
        const double half = 2 * std::sin(std::min(distance / sphereRadius, M_PI) / 2);
        return half * half;
    }
};

// An entry of the tree: one region, either a prepared geometry or a circle.
struct Entry {
    uint32_t region;
    const GEOSPreparedGeometry *prepared;
    const CirclePeer *circle;
};
} // namespace

struct geos_peer {
    GEOSContextHandle_t context;
    GEOSSTRtree *tree;
    std::vector<GEOSGeometry *> geometries;
    std::vector<const GEOSPreparedGeometry *> prepared;
    std::vector<CirclePeer> circles;
    std::vector<Entry> entries;
    geod_geodesic ellipsoid;
    std::vector<Pair> pairs;
    std::vector<Entry *> candidates;
    std::vector<uint32_t> hits;
    std::vector<std::vector<uint32_t>> inside;
    std::vector<uint64_t> events;

    // The regions that contain a place, ascending.
    void find(double longitude, double latitude) {
        hits.clear();
        candidates.clear();
        GEOSGeometry *point = GEOSGeom_createPointFromXY_r(context, longitude, latitude);
        GEOSSTRtree_query_r(
            context, tree, point,
            [](void *item, void *list) {
                static_cast<std::vector<Entry *> *>(list)->push_back(static_cast<Entry *>(item));
            },
            &candidates);
        bool hasVector = false;
        Vector vector(0, 0);
        for (Entry *entry : candidates) {
            if (entry->prepared) {
                if (GEOSPreparedCovers_r(context, entry->prepared, point) == 1)
                    hits.push_back(entry->region);
                continue;
            }
            if (!hasVector) vector = Vector(longitude, latitude);
            hasVector = true;
            if (isInCircle(*entry->circle, vector, longitude, latitude))
                hits.push_back(entry->region);
        }
        GEOSGeom_destroy_r(context, point);
        if (hits.size() > 1) std::sort(hits.begin(), hits.end());
    }

    bool isInCircle(
        const CirclePeer &circle, const Vector &vector, double longitude, double latitude) const {
        const double x = vector.x - circle.center.x, y = vector.y - circle.center.y,
                     z = vector.z - circle.center.z;
        const double squared = x * x + y * y + z * z;
        if (squared < circle.inner) return true;
        if (squared > circle.outer) return false;
        double distance = 0;
        geod_inverse(
            &ellipsoid, circle.latitude, circle.longitude, latitude, longitude, &distance, nullptr,
            nullptr);
        return distance <= circle.radius;
    }
};

namespace {
GEOSGeometry *ring(GEOSContextHandle_t context, const double *start, uint32_t count) {
    return GEOSGeom_createLinearRing_r(
        context, GEOSCoordSeq_copyFromBuffer_r(context, start, count, 0, 0));
}

GEOSGeometry *box(GEOSContextHandle_t context, const CirclePeer &circle) {
    // 2 % wider than the sphere says, which covers what the ellipsoid adds.
    const double reach = circle.radius * 1.02 / sphereRadius / radiansPerDegree;
    const double across =
        std::min(reach / std::cos((std::fabs(circle.latitude) + reach) * radiansPerDegree), 180.0);
    return GEOSGeom_createRectangle_r(
        context, circle.longitude - across, circle.latitude - reach, circle.longitude + across,
        circle.latitude + reach);
}
} // namespace

geos_peer *geos_peer_create(const peer_regions *regions) {
    auto *peer = new geos_peer();
    GEOSContextHandle_t context = peer->context = GEOS_init_r();
    geod_init(&peer->ellipsoid, 6378137, 1 / 298.257223563);
    peer->tree = GEOSSTRtree_create_r(context, 10);
    peer->entries.reserve(regions->polygon_count + regions->circle_count);
    peer->circles.reserve(regions->circle_count);

    size_t ringIndex = 0;
    uint32_t start = 0;
    std::vector<GEOSGeometry *> members;
    for (size_t polygon = 0; polygon < regions->polygon_count; polygon++) {
        std::vector<GEOSGeometry *> rings;
        for (; ringIndex < regions->ring_count && regions->ring_polygons[ringIndex] == polygon;
             ringIndex++) {
            const uint32_t end = regions->ring_ends[ringIndex];
            rings.push_back(ring(context, regions->vertices + 2 * size_t(start), end - start));
            start = end;
        }
        members.push_back(GEOSGeom_createPolygon_r(
            context, rings[0], rings.data() + 1, static_cast<unsigned>(rings.size() - 1)));
        const uint32_t region = regions->polygon_regions[polygon];
        if (polygon + 1 < regions->polygon_count && regions->polygon_regions[polygon + 1] == region)
            continue;
        GEOSGeometry *geometry = members.size() == 1
            ? members[0]
            : GEOSGeom_createCollection_r(
                  context, GEOS_MULTIPOLYGON, members.data(), static_cast<unsigned>(members.size()));
        members.clear();
        const GEOSPreparedGeometry *prepared = GEOSPrepare_r(context, geometry);
        peer->geometries.push_back(geometry);
        peer->prepared.push_back(prepared);
        peer->entries.push_back(Entry{region, prepared, nullptr});
        GEOSSTRtree_insert_r(context, peer->tree, geometry, &peer->entries.back());
    }
    for (size_t index = 0; index < regions->circle_count; index++) {
        const double *numbers = regions->circles + 3 * index;
        peer->circles.emplace_back(numbers[0], numbers[1], numbers[2]);
        peer->entries.push_back(
            Entry{regions->circle_regions[index], nullptr, &peer->circles.back()});
        GEOSGeometry *bounds = box(context, peer->circles.back());
        peer->geometries.push_back(bounds);
        GEOSSTRtree_insert_r(context, peer->tree, bounds, &peer->entries.back());
    }
    // The tree is built, and each geometry's index made, by the first question: not the timed one.
    if (!peer->entries.empty()) {
        for (size_t polygon = 0, vertex = 0, index = 0; index < regions->ring_count; index++) {
            if (regions->ring_polygons[index] == polygon) {
                peer->find(regions->vertices[2 * vertex], regions->vertices[2 * vertex + 1]);
                polygon++;
            }
            vertex = regions->ring_ends[index];
        }
        peer->find(0, 0);
    }
    return peer;
}

void geos_peer_destroy(geos_peer *peer) {
    GEOSSTRtree_destroy_r(peer->context, peer->tree);
    for (const auto *prepared : peer->prepared) GEOSPreparedGeom_destroy_r(peer->context, prepared);
    for (auto *geometry : peer->geometries) GEOSGeom_destroy_r(peer->context, geometry);
    GEOS_finish_r(peer->context);
    delete peer;
}

void geos_peer_membership(
    geos_peer *peer, const double *longitudes, const double *latitudes, size_t count) {
    peer->pairs.clear();
    for (size_t index = 0; index < count; index++) {
        peer->find(longitudes[index], latitudes[index]);
        for (uint32_t region : peer->hits)
            peer->pairs.push_back(Pair{static_cast<uint32_t>(index), region});
    }
}

peer_answer geos_peer_pairs(const geos_peer *peer, size_t first) {
    peer_answer answer = {0, 0};
    for (const Pair &pair : peer->pairs)
        addToAnswer(answer, (pair.place + first) << 32 | pair.region);
    return answer;
}

void geos_peer_reset(geos_peer *peer, size_t device_count) {
    peer->inside.assign(device_count, {});
}

void geos_peer_track(
    geos_peer *peer, const double *longitudes, const double *latitudes, const uint32_t *devices,
    size_t count) {
    peer->events.clear();
    for (size_t index = 0; index < count; index++) {
        peer->find(longitudes[index], latitudes[index]);
        std::vector<uint32_t> &inside = peer->inside[devices[index]];
        if (inside == peer->hits) continue;
        auto old = inside.begin();
        auto now = peer->hits.begin();
        const uint64_t fix = uint64_t(index) << 33;
        while (old != inside.end() || now != peer->hits.end()) {
            if (now == peer->hits.end() || (old != inside.end() && *old < *now)) {
                peer->events.push_back(fix | uint64_t(*old++) << 1);
            } else if (old == inside.end() || *now < *old) {
                peer->events.push_back(fix | uint64_t(*now++) << 1 | 1);
            } else {
                ++old;
                ++now;
            }
        }
        inside = peer->hits;
    }
}

peer_answer geos_peer_events(const geos_peer *peer, size_t first) {
    peer_answer answer = {0, 0};
    for (uint64_t event : peer->events) addToAnswer(answer, event + (uint64_t(first) << 33));
    return answer;
}

const char *geos_peer_version(void) { return GEOSversion(); }
