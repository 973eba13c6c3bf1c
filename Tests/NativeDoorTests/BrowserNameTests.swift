import NativeDoor
import Testing

@Suite("a browser's name")
struct BrowserNameTests {
    @Test(
        "is its product and its system, whatever others' names it bears too",
        arguments: [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
                "Chrome on Windows"
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0",
                "Edge on Windows"
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
                "Safari on Mac"
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile Safari/604.1",
                "Chrome on iPhone"
            ),
            (
                "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
                "Chrome on Android"
            ),
            (
                "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36",
                "Samsung Internet on Android"
            ),
            ("Something/1.0 (Linux)", "Browser on Linux"), ("Firefox/140.0", "Firefox"),
        ])
    func named(_ userAgent: String, _ name: String) {
        #expect(BrowserName.of(userAgent) == name)
    }

    @Test(
        "is plain where nothing is known of it, and keeps nothing that a client made up",
        arguments: [
            nil, "", "curl/8.5", "<script>alert(1)</script>", String(repeating: "x", count: 100_000) + " Firefox/140.0",
        ])
    func unknown(_ userAgent: String?) {
        #expect(BrowserName.of(userAgent) == "Browser")
    }
}
