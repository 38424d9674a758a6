import Synchronization

/// A file of what receivers refused for good: NDJSON, written to at its end.
///
/// `{"sink":…,"reason":…,"record":{…}}`: the record as an NDJSON sink would have it.
package final class DeadLetterFile: Sendable {
    private let file: Mutex<OutputFile>

    /// Opens the file, creating it when it is missing.
    package init(path: String) throws(OutputError) {
        file = Mutex(try OutputFile(path: path, .appending))
    }

    /// Writes a line for each letter.
    func append(_ letters: [DeadLetter], of sink: String) throws(OutputError) {
        var writer = NDJSONEventWriter()
        for letter in letters {
            writer.append(text: "{\"sink\":")
            writer.append(jsonString: sink)
            writer.append(text: ",\"reason\":")
            writer.append(jsonString: letter.reason)
            writer.append(text: ",\"record\":")
            writer.append(letter.message.record, epoch: letter.message.epoch)
            writer.closeEmbedded()
        }
        let bytes = writer.bytes
        let failure = file.withLock { file -> OutputError? in
            do throws(OutputError) {
                try file.append(bytes)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }
}
