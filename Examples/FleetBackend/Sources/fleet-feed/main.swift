import FleetFeed
import Foundation

// fleet-feed PORT FILE: sends the lines of an NDJSON file, from where the backend's memory ends.
guard CommandLine.arguments.count == 3, let port = UInt16(CommandLine.arguments[1]) else {
    print("usage: fleet-feed PORT FILE")
    exit(2)
}
let text = try String(contentsOfFile: CommandLine.arguments[2], encoding: .utf8)
let records = text.split(whereSeparator: \.isNewline).map(String.init)
let feed = try FeedConnection(port: port)
print("the backend has \(feed.accepted) of \(records.count) records")
if feed.accepted < records.count { try feed.send(records[feed.accepted...]) }
try feed.finish()
print("the backend has \(feed.accepted) of \(records.count) records")
exit(feed.accepted == records.count ? 0 : 1)
