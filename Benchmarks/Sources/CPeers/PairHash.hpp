// The sum of mixed pairs: equal for equal sets of pairs, in whatever order. RegionSet+Answers.swift has
// the same.
#pragma once
#include "Peers.h"

struct Pair {
    uint32_t place;
    uint32_t region;
};

inline void addToAnswer(peer_answer &answer, uint64_t pair) {
    uint64_t z = pair * 0x9E3779B97F4A7C15u;
    z ^= z >> 29;
    answer.hash += z * 0xBF58476D1CE4E5B9u;
    answer.count += 1;
}
