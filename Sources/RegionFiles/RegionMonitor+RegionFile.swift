public import RegionMonitoring

extension RegionMonitor {
    /// Starts monitoring all regions of a file, in its order; see
    /// ``RegionMonitor/startMonitoring(for:into:)``.
    ///
    /// A monitor that has had no regions takes over the index of a compiled file. After other files call
    /// ``RegionMonitor/optimizeIndex()``.
    ///
    /// - Returns: The regions that cannot be monitored under this monitor's policy, and why; the others are.
    /// - Complexity: that of starting each; of a compiled file less than a microsecond a region.
    @discardableResult
    public mutating func startMonitoring(
        for file: RegionFile, into output: inout MonitorOutput
    ) -> [(entry: RegionFile.Entry, error: RegionError)] {
        var prepared: [PreparedRegion] = []
        prepared.reserveCapacity(file.entries.count)
        var refused: [(entry: RegionFile.Entry, error: RegionError)] = []
        for entry in file.entries {
            do throws(RegionError) {
                prepared.append(try prepare(entry.region, geometry: entry.geometry))
            } catch {
                refused.append((entry, error))
            }
        }
        install(prepared, index: file.index, into: &output)
        return refused
    }
}
