/// What a session that began in a browser is called in its person's list, such as "Firefox on Linux".
///
/// Read from the field User-Agent (RFC 9110 section 10.1.5), which each browser fills with others' names before its own:
/// the more special name is looked for first. A client may send anything there, so that nothing of its text is kept and
/// nothing is decided by it.
package enum BrowserName {
    package static func of(_ userAgent: String?) -> String {
        // Longer than any browser's, and no reason to read on.
        let words = (userAgent ?? "").prefix(1000)
        let product = name(among: products, in: words)
        let system = name(among: systems, in: words)
        return switch (product, system) {
        case (let product?, let system?): "\(product) on \(system)"
        case (let name?, nil): name
        case (nil, let system?): "Browser on \(system)"
        case (nil, nil): "Browser"
        }
    }

    private static func name(among known: [(mark: String, name: String)], in words: Substring) -> String? {
        known.first { words.contains($0.mark) }?.name
    }

    /// Edge and Opera call themselves Chrome too, and everything but Firefox calls itself Safari.
    private static let products: [(mark: String, name: String)] = [
        ("Edg/", "Edge"), ("EdgA/", "Edge"), ("EdgiOS/", "Edge"), ("OPR/", "Opera"), ("OPT/", "Opera"),
        ("Vivaldi/", "Vivaldi"), ("SamsungBrowser/", "Samsung Internet"), ("FxiOS/", "Firefox"),
        ("Firefox/", "Firefox"),
        ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]

    /// Android calls itself Linux too, and the iPhone calls itself like Mac OS X. The iPad has called itself a Mac since
    /// iPadOS 13 and cannot be told from one.
    private static let systems: [(mark: String, name: String)] = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
        ("Mac OS X", "Mac"), ("Macintosh", "Mac"), ("FreeBSD", "FreeBSD"), ("OpenBSD", "OpenBSD"), ("Linux", "Linux"),
    ]
}
