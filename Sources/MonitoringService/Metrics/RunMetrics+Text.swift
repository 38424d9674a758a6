import EventDelivery
import RegionMonitoring

extension RunMetrics.Figures {
    /// The figures in the text format of Prometheus, version 0.0.4.
    package var prometheusText: String {
        var text = PrometheusText()
        text.family("records_received_total", "counter", "Records read.")
        text.sample("records_received_total", counts.received)
        text.family("fixes_delivered_total", "counter", "Fixes evaluated.")
        text.sample("fixes_delivered_total", counts.delivered)
        text.family("records_rejected_total", "counter", "Records not evaluated, by reason.")
        for reason in RecordRejection.allCases {
            text.sample(
                "records_rejected_total", ("reason", reason.rawValue), counts.rejected[reason] ?? 0)
        }
        text.family("controls_total", "counter", "Control records obeyed.")
        text.sample("controls_total", counts.controls)
        text.family("blank_lines_total", "counter", "Lines without content.")
        text.sample("blank_lines_total", counts.blank)
        text.family("input_bytes_total", "counter", "Bytes of the inputs read.")
        text.sample("input_bytes_total", inputBytes)
        text.family("events_total", "counter", "Events, by kind.")
        for kind in RegionEvent.Kind.allCases {
            text.sample("events_total", ("kind", kind.rawValue), counts.events[kind] ?? 0)
        }
        writeSinks(into: &text)
        text.family("devices", "gauge", "Devices remembered.")
        text.sample("devices", UInt64(devices))
        text.family("regions", "gauge", "Regions in force.")
        text.sample("regions", UInt64(regions))
        text.family("regions_refused", "gauge", "Features refused when last read.")
        text.sample("regions_refused", UInt64(refusedRegions))
        text.family("reloads_total", "counter", "Times the region files were read again.")
        text.sample("reloads_total", UInt64(reloads))
        text.family(
            "newest_fix_timestamp_seconds", "gauge",
            "Time of the newest fix evaluated, since 1970; 0 before the first.")
        text.sample("newest_fix_timestamp_seconds", newestFix)
        text.histogram(
            "latency_seconds",
            "From reading a record until what came of it was handed to the sinks.", latency)
        return text.text
    }

    /// The accounts of the sinks, a family for each figure.
    private func writeSinks(into text: inout PrometheusText) {
        let families: [(name: String, type: String, help: String, (SinkCounts) -> UInt64)] = [
            (
                "events_undelivered", "gauge", "Events that a sink should have got and has not.",
                \.undelivered
            ),
            ("sink_events_waiting", "gauge", "Events in a sink's queue or backlog.", \.waiting),
            ("sink_events_delivered_total", "counter", "Events delivered.", \.delivered),
            (
                "sink_events_dropped_total", "counter", "Events dropped, the queue being full.",
                \.dropped
            ),
            (
                "sink_events_refused_total", "counter",
                "Events that the receiver refused for good.", \.dead
            ),
            (
                "sink_retries_total", "counter", "Attempts that failed and were repeated.",
                \.retries
            ),
        ]
        for (name, type, help, value) in families {
            text.family(name, type, help)
            for (sink, counts) in sinks { text.sample(name, ("sink", sink), value(counts)) }
        }
    }
}

/// Writes samples.
private struct PrometheusText {
    private(set) var text = ""
    private static let prefix = "fencewatch_"

    mutating func family(_ name: String, _ type: String, _ help: String) {
        text += "# HELP \(Self.prefix)\(name) \(help)\n# TYPE \(Self.prefix)\(name) \(type)\n"
    }

    mutating func sample(_ name: String, _ value: UInt64) {
        text += "\(Self.prefix)\(name) \(value)\n"
    }

    mutating func sample(_ name: String, _ value: Double) {
        text += "\(Self.prefix)\(name) \(value)\n"
    }

    mutating func sample(_ name: String, _ label: (name: String, value: String), _ value: UInt64) {
        text += "\(Self.prefix)\(name){\(label.name)=\"\(Self.escaped(label.value))\"} \(value)\n"
    }

    mutating func histogram(_ name: String, _ help: String, _ histogram: RunMetrics.Histogram) {
        family(name, "histogram", help)
        var total: UInt64 = 0
        for (index, count) in histogram.counts.enumerated() {
            total += count
            let bound = index < histogram.bounds.count ? "\(histogram.bounds[index])" : "+Inf"
            sample(name + "_bucket", ("le", bound), total)
        }
        sample(name + "_sum", histogram.sum)
        sample(name + "_count", total)
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
