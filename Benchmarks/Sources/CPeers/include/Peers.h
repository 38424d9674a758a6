// What others' libraries answer to the same questions: behind one C interface, so that Swift needs to
// know neither of them.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/// Regions as flat columns. Rings are closed; the first ring of a polygon is its shell.
typedef struct {
    /// Longitude and latitude in turn, ring after ring.
    const double *_Nullable vertices;
    /// Where each ring ends, in vertices.
    const uint32_t *_Nullable ring_ends;
    /// The polygon of each ring, ascending.
    const uint32_t *_Nullable ring_polygons;
    size_t ring_count;
    /// The region of each polygon, ascending.
    const uint32_t *_Nullable polygon_regions;
    size_t polygon_count;
    /// Longitude, latitude and radius in metres in turn.
    const double *_Nullable circles;
    /// The region of each circle.
    const uint32_t *_Nullable circle_regions;
    size_t circle_count;
    size_t region_count;
} peer_regions;

/// Pairs of a place and a region, or events; counted and hashed in a way that no order changes.
typedef struct {
    uint64_t count;
    uint64_t hash;
} peer_answer;

/// GEOS: an STRtree of boxes, and a prepared geometry for each region; circles by an exact geodesic
/// test, for which a sphere decides all places that are not within 1 % of the rim.
typedef struct geos_peer geos_peer;
geos_peer *_Nonnull geos_peer_create(const peer_regions *_Nonnull regions);
void geos_peer_destroy(geos_peer *_Nonnull peer);
/// Collects the pairs of a batch of places, in place of those of the batch before.
void geos_peer_membership(
    geos_peer *_Nonnull peer, const double *_Nonnull longitudes, const double *_Nonnull latitudes,
    size_t count);
/// What the pairs of the last batch come to, the batch's first place counted as `first`.
peer_answer geos_peer_pairs(const geos_peer *_Nonnull peer, size_t first);
/// Forgets all devices; then all are outside.
void geos_peer_reset(geos_peer *_Nonnull peer, size_t device_count);
/// Collects the enters and exits of a batch of fixes, in place of those of the batch before.
void geos_peer_track(
    geos_peer *_Nonnull peer, const double *_Nonnull longitudes, const double *_Nonnull latitudes,
    const uint32_t *_Nonnull devices, size_t count);
/// What the events of the last batch come to.
peer_answer geos_peer_events(const geos_peer *_Nonnull peer, size_t first);
const char *_Nonnull geos_peer_version(void);

/// S2: one mutable shape index, built before the first question. Edges are great circles, and circles
/// are polygons of 64 vertices on the rim, so that answers differ a little.
typedef struct s2_peer s2_peer;
/// Whether the library was there when this was built; if not, `s2_peer_create` returns null.
bool s2_peer_is_available(void);
s2_peer *_Nullable s2_peer_create(const peer_regions *_Nonnull regions);
void s2_peer_destroy(s2_peer *_Nonnull peer);
void s2_peer_membership(
    s2_peer *_Nonnull peer, const double *_Nonnull longitudes, const double *_Nonnull latitudes,
    size_t count);
peer_answer s2_peer_pairs(const s2_peer *_Nonnull peer, size_t first);

/// simdjson: whether it was there when this was built.
bool simdjson_peer_is_available(void);
/// Reads a file of fixes line by line and adds five members of each up.
///
/// Returns the number of lines; below 0 when the file cannot be read or a line is another one.
long simdjson_peer_read(const char *_Nonnull path, double *_Nonnull sum);

#ifdef __cplusplus
}
#endif
