"""What enter/exit detection costs a running Tile38 server on a workload's files.

    tile38.py HOST:PORT REGIONS.geojson FIXES.ndjson [FIXES]

Sets a channel for each polygon, subscribes to all, sends the fixes in pipelines, and prints a line of
JSON: the server's own processor seconds over the fixes, and the messages that came. The server should
be fresh: everything in it is dropped first.
"""

import json
import socket
import sys
import threading
import time

KEY = "benchmark-fleet"


class Connection:
    """A connection that speaks RESP, as Redis does."""

    def __init__(self, address):
        host, port = address.rsplit(":", 1)
        self.socket = socket.create_connection((host, int(port)), timeout=30)
        self.replies = self.socket.makefile("rb")

    @staticmethod
    def encode(*words):
        parts = [b"*%d\r\n" % len(words)]
        for word in words:
            data = word if isinstance(word, bytes) else str(word).encode()
            parts.append(b"$%d\r\n%s\r\n" % (len(data), data))
        return b"".join(parts)

    def send(self, data):
        self.socket.sendall(data)

    def reply(self):
        line = self.replies.readline()
        if not line:
            raise ConnectionError("the server closed the connection")
        kind, rest = line[:1], line[1:-2]
        if kind == b"-":
            raise RuntimeError(rest.decode())
        if kind == b"$":
            size = int(rest)
            return None if size < 0 else self.replies.read(size + 2)[:-2]
        if kind == b"*":
            return [self.reply() for _ in range(int(rest))]
        return rest

    def ask(self, *words):
        self.send(self.encode(*words))
        return self.reply()


def processor_seconds(connection):
    text = connection.ask("INFO").decode()
    fields = dict(line.split(":", 1) for line in text.splitlines() if ":" in line)
    return float(fields["used_cpu_user"]) + float(fields["used_cpu_sys"])


def main():
    address, regions_path, fixes_path = sys.argv[1:4]
    limit = int(sys.argv[4]) if len(sys.argv) > 4 else 200_000
    connection = Connection(address)
    connection.ask("FLUSHDB")
    with open(regions_path, encoding="utf-8") as file:
        features = json.load(file)["features"]
    for index, feature in enumerate(features):
        if feature["geometry"]["type"] == "Point":
            continue
        geometry = json.dumps(feature["geometry"])
        connection.ask(
            "SETCHAN", f"r{index}", "WITHIN", KEY, "FENCE", "DETECT", "enter,exit", "OBJECT", geometry
        )

    messages = [0]
    listener = Connection(address)
    listener.ask("PSUBSCRIBE", "r*")
    listener.socket.settimeout(2)

    def listen():
        try:
            while True:
                message = listener.reply()
                if message[0] == b"pmessage":
                    messages[0] += 1
        except (TimeoutError, OSError):
            pass  # two seconds of silence

    thread = threading.Thread(target=listen)
    thread.start()

    pipelines, count = [], 0
    with open(fixes_path, encoding="utf-8") as file:
        block = []
        for line in file:
            fix = json.loads(line)
            block.append(Connection.encode("SET", KEY, fix["id"], "POINT", fix["lat"], fix["lon"]))
            count += 1
            if len(block) == 500 or count == limit:
                pipelines.append((b"".join(block), len(block)))
                block = []
            if count == limit:
                break
        if block:
            pipelines.append((b"".join(block), len(block)))
    before = processor_seconds(connection)
    start = time.monotonic()
    for data, size in pipelines:
        connection.send(data)
        for _ in range(size):
            connection.reply()
    elapsed = time.monotonic() - start
    thread.join()
    seconds = processor_seconds(connection) - before
    print(json.dumps({"fixes": count, "seconds": seconds, "elapsed": elapsed, "events": messages[0]}))


if __name__ == "__main__":
    main()
