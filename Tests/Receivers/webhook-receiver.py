#!/usr/bin/env python3
"""A local HTTP receiver that misbehaves on demand, for tests of webhooks.

    webhook-receiver.py [LOG]       prints its port, then obeys commands on standard input until that ends

Each request that is answered with a status of 2xx is written to LOG as one line of JSON:
{"path":…,"headers":{…},"body":…,"time":…,"connection":…}; 'body' is text.  Commands, each answered with 'ok':

    answer STATUS [HEADER: VALUE]   answer so from now on ('answer 200' at first)
    next N STATUS [HEADER: VALUE]   answer the next N requests so
    refuse TEXT STATUS              answer so whenever the body contains TEXT; 'refuse' alone forgets all
    delay SECONDS                   answer so long after the request
    hang                            never answer
    halfclose N                     read the next N requests, take them, and close without an answer
    cut N                           answer the next N requests with half a response, having taken them
    double                          take each request and answer it twice
    well                            answer as at first
    down                            close the port and all connections
    up                              open the same port again
    counts                          prints {"requests":…,"taken":…,"connections":…,"largest":…} instead of 'ok'
"""
import asyncio
import json
import sys
import time


class Receiver:
    def __init__(self, log):
        self.log = log
        self.server = None
        self.port = 0
        self.connections = set()
        self.requests = self.taken = self.opened = self.active = self.largest = 0
        self.refused = {}
        self.well()

    def well(self):
        self.status, self.header = "200", ""
        self.script = []
        self.delay = 0.0
        self.hanging = self.double = False
        self.halfclose = self.cut = 0

    async def up(self):
        loop = asyncio.get_running_loop()
        self.server = await loop.create_server(
            lambda: Connection(self), "127.0.0.1", self.port, backlog=1024)
        self.port = self.server.sockets[0].getsockname()[1]

    async def down(self):
        self.server.close()
        for connection in list(self.connections):
            connection.transport.abort()

    def take(self, connection, path, headers, body):
        self.taken += 1
        if self.log:
            self.log.write(json.dumps({
                "path": path, "headers": headers, "body": body.decode("utf-8", "replace"),
                "time": time.time(), "connection": connection.number}) + "\n")

    async def obey(self, line):
        words = line.split()
        command = words[0] if words else ""
        if command in ("answer", "next"):
            rest = words[1:]
            count = int(rest.pop(0)) if command == "next" else None
            answer = (rest[0], " ".join(rest[1:]))
            if count is None:
                self.status, self.header = answer
            else:
                self.script += [answer] * count
        elif command == "refuse":
            if len(words) == 1:
                self.refused = {}
            else:
                self.refused[words[1].encode()] = words[2]
        elif command == "delay":
            self.delay = float(words[1])
        elif command == "hang":
            self.hanging = True
        elif command == "halfclose":
            self.halfclose = int(words[1])
        elif command == "cut":
            self.cut = int(words[1])
        elif command == "double":
            self.double = True
        elif command == "well":
            self.well()
        elif command == "down":
            await self.down()
        elif command == "up":
            await self.up()
        elif command == "counts":
            if self.log:
                self.log.flush()
            return json.dumps({"requests": self.requests, "taken": self.taken,
                               "connections": self.opened, "largest": self.largest})
        else:
            return f"unknown command: {line}"
        if self.log:
            self.log.flush()
        return "ok"


class Connection(asyncio.Protocol):
    def __init__(self, receiver):
        self.receiver = receiver
        self.buffer = b""

    def connection_made(self, transport):
        self.transport = transport
        self.receiver.opened += 1
        self.number = self.receiver.opened
        self.receiver.connections.add(self)

    def connection_lost(self, error):
        self.receiver.connections.discard(self)

    def data_received(self, data):
        self.buffer += data
        while True:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            lines = self.buffer[:end].decode("latin-1").split("\r\n")
            headers = {}
            for line in lines[1:]:
                name, _, value = line.partition(":")
                headers[name.strip().lower()] = value.strip()
            length = int(headers.get("content-length", "0"))
            if len(self.buffer) < end + 4 + length:
                return
            body = self.buffer[end + 4:end + 4 + length]
            self.buffer = self.buffer[end + 4 + length:]
            self.request(lines[0].split(" ")[1], headers, body)

    def request(self, path, headers, body):
        r = self.receiver
        r.requests += 1
        if r.hanging:
            return
        if r.halfclose > 0 or r.cut > 0:
            r.take(self, path, headers, body)
            if r.halfclose > 0:
                r.halfclose -= 1
            else:
                r.cut -= 1
                self.transport.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
            self.transport.close()
            return
        status, header = r.script.pop(0) if r.script else (r.status, r.header)
        for text, refusal in r.refused.items():
            if text in body:
                status, header = refusal, ""
        r.active += 1
        r.largest = max(r.largest, r.active)
        if r.delay:
            asyncio.get_running_loop().call_later(
                r.delay, self.answer, status, header, path, headers, body)
        else:
            self.answer(status, header, path, headers, body)

    def answer(self, status, header, path, headers, body):
        r = self.receiver
        r.active -= 1
        if status.startswith("2"):
            r.take(self, path, headers, body)
        response = f"HTTP/1.1 {status} Answer\r\nContent-Length: 0\r\n"
        if header:
            response += header + "\r\n"
        response = response.encode() + b"\r\n"
        self.transport.write(response * 2 if r.double else response)


async def main():
    log = open(sys.argv[1], "a") if len(sys.argv) > 1 else None
    receiver = Receiver(log)
    await receiver.up()
    print(receiver.port, flush=True)
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        print(await receiver.obey(line.decode().strip()), flush=True)


asyncio.run(main())
