import ByteCoding
import ChatModel

extension ViewChange {
    func writeTalk(to writer: inout JSONWriter) {
        switch self {
        case .composerEdit(let room, let thread, let seq, let text):
            writer.member("v", "composer.edit")
            writer.member("room", room.description)
            if let thread { writer.member("thread", thread) }
            writer.member("seq", seq)
            writer.member("text", text)
        case .thread(let room, let root, let isFollowing):
            writer.member("v", "thread")
            writer.member("room", room.description)
            writer.key("root")
            if let root { writer.int(root) } else { writer.null() }
            writer.member("following", isFollowing)
        case .completions(let mark, let text, let items):
            writer.member("v", "completions")
            writer.member("kind", mark.rawValue)
            writer.member("text", text)
            writer.key("items")
            writer.beginArray()
            for item in items { writer.completion(item) }
            writer.endArray()
        case .lists(let mentions, let threads):
            writer.member("v", "lists")
            writer.member("mentions", mentions)
            writer.member("threads", threads)
            writer.key("has")
            writer.beginArray()
            for kind in MessageListKind.allCases { writer.string(kind.rawValue) }
            writer.endArray()
        case .list(let list):
            writer.member("v", "list")
            writer.member("kind", list.kind.rawValue)
            if let room = list.room { writer.member("room", room.description) }
            writer.member("loading", list.loading)
            writer.member("more", list.more)
            if let error = list.error { writer.member("error", error) }
            writer.key("items")
            writer.beginArray()
            for item in list.items { writer.item(item) }
            writer.endArray()
        case .edits(let edits):
            writer.member("v", "edits")
            writer.member("room", optional: edits.room?.description)
            writer.member("seq", edits.seq)
            writer.member("loading", edits.loading)
            if let error = edits.error { writer.member("error", error) }
            writer.key("versions")
            writer.beginArray()
            for version in edits.versions { writer.version(version) }
            writer.endArray()
        default: break
        }
    }
}

extension JSONWriter {
    fileprivate mutating func completion(_ item: CompletionItem) {
        beginObject()
        member("insert", item.insert)
        if !item.id.isEmpty { member("id", item.id) }
        member("name", item.name)
        if let avatar = item.avatar { self.avatar(avatar) }
        if let kind = item.kind { member("kind", kind.rawValue) }
        member("note", item.note)
        endObject()
    }

    fileprivate mutating func item(_ item: MessageListItem) {
        beginObject()
        member("room", item.room.description)
        member("roomName", item.roomName)
        member("seq", item.seq)
        if let id = item.scheduled { member("id", id.description) }
        if let error = item.error { member("error", error) }
        key("row")
        row(item.row)
        endObject()
    }

    fileprivate mutating func version(_ version: EditsShown.Version) {
        beginObject()
        member("at", version.at)
        member("text", version.text)
        key("markup")
        raw(Array(version.markup.utf8))
        endObject()
    }

    /// The members that only a message has; those that say nothing are left out.
    mutating func message(_ row: Row) {
        key("markup")
        if row.markup.isEmpty {
            beginArray()
            endArray()
        } else {
            raw(Array(row.markup.utf8))
        }
        if let at = row.editedAt { member("edited", at) }
        if let reply = row.reply { quote(reply) }
        if let thread = row.thread { self.thread(thread) }
        if !row.reactions.isEmpty { reactions(row.reactions) }
        if row.isPinned { member("pinned", true) }
        if row.isNamed { member("named", true) }
        if row.canUndo { member("undo", true) }
        if let can = row.can { rights(can) }
    }

    private mutating func quote(_ quote: QuoteShown) {
        key("reply")
        beginObject()
        member("seq", quote.seq)
        member("author", quote.author)
        member("text", quote.text)
        if quote.isGone { member("gone", true) }
        endObject()
    }

    private mutating func thread(_ thread: ThreadShown) {
        key("thread")
        beginObject()
        member("count", Int64(thread.count))
        member("unread", thread.unread)
        member("mentions", thread.mentions)
        member("at", thread.at)
        member("following", thread.isFollowing)
        key("faces")
        beginArray()
        for person in thread.faces { self.person(person) }
        endArray()
        endObject()
    }

    private mutating func reactions(_ reactions: [ReactionShown]) {
        key("reactions")
        beginArray()
        for reaction in reactions {
            beginObject()
            member("emoji", reaction.emoji)
            member("count", Int64(reaction.count))
            member("mine", reaction.mine)
            member("names", reaction.names)
            endObject()
        }
        endArray()
    }

    private mutating func rights(_ rights: MessageRights) {
        key("can")
        beginObject()
        member("edit", rights.edits)
        member("edits", rights.seesEdits)
        member("delete", rights.deletes)
        member("pin", rights.pins)
        member("react", rights.reacts)
        member("report", rights.reports)
        member("thread", rights.replies)
        member("save", true)
        endObject()
    }
}
