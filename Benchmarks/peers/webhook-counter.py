#!/usr/bin/env python3
"""A local HTTP receiver that takes everything, for measurements.

    webhook-counter.py PORTFILE [DELAY]     answers each POST with 200, DELAY seconds after it (0)

It writes its port to PORTFILE and, when it is ended with SIGTERM, prints "EVENTS SECONDS CPU": how many
requests it had, from the first to the last, and its own processor time.
"""
import asyncio
import os
import resource
import signal
import sys
import time

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
delay = float(sys.argv[2]) if len(sys.argv) > 2 else 0.0
count = 0
first = last = 0.0


class Connection(asyncio.Protocol):
    def connection_made(self, transport):
        self.transport = transport
        self.buffer = b""

    def data_received(self, data):
        global count, first, last
        buffer = self.buffer + data if self.buffer else data
        while True:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                break
            head = buffer[:end].lower()
            start = head.find(b"content-length:") + 15
            stop = head.find(b"\r\n", start)
            length = int(head[start:stop if stop >= 0 else end])
            if len(buffer) < end + 4 + length:
                break
            buffer = buffer[end + 4 + length:]
            last = time.monotonic()
            if count == 0:
                first = last
            count += 1
            if delay:
                asyncio.get_running_loop().call_later(delay, self.transport.write, ANSWER)
            else:
                self.transport.write(ANSWER)
        self.buffer = buffer


async def main():
    loop = asyncio.get_running_loop()
    server = await loop.create_server(Connection, "127.0.0.1", 0, backlog=1024)
    with open(sys.argv[1] + ".new", "w") as file:
        file.write(str(server.sockets[0].getsockname()[1]))
    os.rename(sys.argv[1] + ".new", sys.argv[1])
    ended = asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, ended.set)
    await ended.wait()
    use = resource.getrusage(resource.RUSAGE_SELF)
    print(count, round(last - first, 3), round(use.ru_utime + use.ru_stime, 2))


asyncio.run(main())
