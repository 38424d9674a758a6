// What Swift has no spelling for: a cache prefetch, and a conversion that does not trap.
#pragma once
#include <stdint.h>
#if defined(__x86_64__)
#include <emmintrin.h>
#endif

/// Asks for the cache line at an address; never faults, whatever the address.
static inline void ci_prefetch(const void *address) { __builtin_prefetch(address, 0, 3); }

/// The integer part of a number; some number, without a trap, where it does not fit.
static inline int64_t ci_truncate(double value) {
#if defined(__x86_64__)
    return _mm_cvttsd_si64(_mm_set_sd(value));
#else
    return value > -9.2e18 && value < 9.2e18 ? (int64_t)value : INT64_MIN;
#endif
}
