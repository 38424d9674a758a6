// The least that reading a file of fixes takes with simdjson: blocks, documents, five members, sums.
#include "Peers.h"

#if __has_include(<simdjson.h>)
#include <simdjson.h>

#include <cstring>
#include <fcntl.h>
#include <memory>
#include <unistd.h>

bool simdjson_peer_is_available(void) { return true; }

long simdjson_peer_read(const char *path, double *sum) {
    const int file = open(path, O_RDONLY);
    if (file < 0) return -1;
    constexpr size_t capacity = 1 << 20;
    std::unique_ptr<char[]> buffer(new char[capacity + simdjson::SIMDJSON_PADDING]());
    simdjson::ondemand::parser parser;
    size_t held = 0;
    long count = 0;
    *sum = 0;
    for (bool isAtEnd = false; !isAtEnd;) {
        while (held < capacity) {
            const ssize_t got = read(file, buffer.get() + held, capacity - held);
            if (got <= 0) {
                isAtEnd = true;
                break;
            }
            held += static_cast<size_t>(got);
        }
        size_t whole = held;
        while (whole > 0 && buffer[whole - 1] != '\n') whole--;
        if (whole == 0) break;
        simdjson::ondemand::document_stream documents;
        if (parser.iterate_many(buffer.get(), whole, capacity).get(documents)) break;
        for (auto document : documents) {
            std::string_view identifier, time;
            double latitude, longitude, accuracy;
            if (document.find_field("id").get_string().get(identifier)
                || document.find_field("lat").get_double().get(latitude)
                || document.find_field("lon").get_double().get(longitude)
                || document.find_field("ts").get_string().get(time)
                || document.find_field("acc").get_double().get(accuracy)) {
                close(file);
                return -2;
            }
            *sum += latitude + longitude + accuracy
                + static_cast<double>(identifier.size() + time.size());
            count++;
        }
        held -= whole;
        std::memmove(buffer.get(), buffer.get() + whole, held);
    }
    close(file);
    return count;
}

#else

bool simdjson_peer_is_available(void) { return false; }
long simdjson_peer_read(const char *, double *) { return -1; }

#endif
