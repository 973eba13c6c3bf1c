/// The product's version, as in `CHANGELOG.md`.
package enum RoostVersion {
    package static let current = "0.1.0"
}
