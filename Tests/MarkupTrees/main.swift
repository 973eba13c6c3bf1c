import ByteCoding
import ChatMarkup

// A text a line, each as a JSON string, in; its tree as JSON a line out.
while let line = readLine() {
    guard case .string(let text) = try JSON.parse(Array(line.utf8)) else { break }
    var writer = JSONWriter()
    MarkupJSON.write(Markup(text), to: &writer)
    print(String(decoding: writer.bytes, as: UTF8.self))
}
