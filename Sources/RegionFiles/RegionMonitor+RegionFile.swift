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
        let entries = file.entries
        if let index = file.index,
            startMonitoring(
                entries.count, index: index, region: { (entries[$0].region, entries[$0].geometry) })
        {
            return []
        }
        var refused: [(entry: RegionFile.Entry, error: RegionError)] = []
        for entry in entries {
            do throws(RegionError) {
                install(try prepare(entry.region, geometry: entry.geometry), into: &output)
            } catch {
                refused.append((entry, error))
            }
        }
        return refused
    }
}
