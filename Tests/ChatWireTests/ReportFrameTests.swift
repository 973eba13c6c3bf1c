import ByteCoding
import ChatModel
import Testing

@testable import ChatWire

@Suite("Reports on the wire")
struct ReportFrameTests {
    @Test("a report tells the message while it is there, and who dealt with it once somebody did")
    func members() throws {
        var report = Report(
            id: ReportID(millisecond: 0, entropy: 7), room: RoomID(millisecond: 0, entropy: 1), seq: 8,
            author: UserID(millisecond: 0, entropy: 3), reporter: UserID(millisecond: 0, entropy: 2), reason: "r",
            at: Timestamp(milliseconds: 6), text: "bad")
        let open =
            #"[{"ok":{"reports":[{"id":"0000000000007","room":"0000000000001","seq":8,"message":"bad","#
            + #""author":"0000000000003","reporter":"0000000000002","reason":"r","at":6,"state":"open"}],"more":true}}]"#
        #expect(String(decoding: Answer.reports([report], more: true), as: UTF8.self) == open)
        (report.text, report.state, report.resolvedBy) = (nil, .dismissed, UserID(millisecond: 0, entropy: 4))
        let dealt =
            #"[{"ok":{"reports":[{"id":"0000000000007","room":"0000000000001","seq":8,"author":"0000000000003","#
            + #""reporter":"0000000000002","reason":"r","at":6,"state":"dismissed","resolved_by":"0000000000004"}],"#
            + #""more":false}}]"#
        #expect(String(decoding: Answer.reports([report], more: false), as: UTF8.self) == dealt)
    }
}
