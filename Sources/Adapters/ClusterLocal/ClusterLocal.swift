// ClusterLocal
