import ChatModel
package import ClusterAPI
package import StorageAPI

/// Hands what the store committed to the cluster, in the same order.
package final class CommitRelay: CommitListener {
    private let cluster: any Cluster

    package init(cluster: any Cluster) { self.cluster = cluster }

    package func committed(_ batch: CommittedBatch) { cluster.publish(batch.events, through: batch.through) }
}
