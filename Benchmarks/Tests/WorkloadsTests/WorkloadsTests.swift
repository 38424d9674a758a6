import Testing
import Workloads

@Test(arguments: Workload.Name.allCases)
func workloadsAreTheSameEverywhere(_ name: Workload.Name) {
    #expect(Workload(name).isGenuine)
}
