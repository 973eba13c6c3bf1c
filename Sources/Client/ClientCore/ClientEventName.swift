/// What the events are called in JSON.
enum ClientEventName: String {
    case start
    case socketOpen = "socket.open"
    case socketText = "socket.text"
    case socketClosed = "socket.closed"
    case timer
    case online
    case visible
    case away
    case httpAnswer = "http.answer"
    case stored
    case setup
    case register
    case login
    case logout
    case reset
    case formShow = "form.show"
    case channelCreate = "channel.create"
    case groupCreate = "group.create"
    case channelDrop = "channel.drop"
    case groupDrop = "group.drop"
    case directOpen = "direct.open"
    case presenceWatch = "presence.watch"
    case membersShow = "members.show"
    case membersMore = "members.more"
    case ask
    case channelsBrowse = "channels.browse"
    case outboxAdopt = "outbox.adopt"
    case messageUnread = "message.unread"
    case messageErase = "message.erase"
    case retry
    case discard
    case roomOpen = "room.open"
    case channelJoin = "channel.join"
    case channelLeave = "channel.leave"
    case draft
    case send
    case timelineReached = "timeline.reached"
    case timelineUnread = "timeline.unread"
    case timelineLeft = "timeline.left"
    case timelineNewest = "timeline.newest"
    case listOpen = "list.open"
    case listMore = "list.more"
    case listClose = "list.close"
    case threadOpen = "thread.open"
    case threadClose = "thread.close"
    case threadFollow = "thread.follow"
    case editLast = "edit.last"
    case complete
    case messageEdit = "message.edit"
    case messageReact = "message.react"
    case messagePin = "message.pin"
    case messageSave = "message.save"
    case schedule
    case scheduleChange = "schedule.change"
    case scheduleCancel = "schedule.cancel"
    case messageDelete = "message.delete"
    case messageUndelete = "message.undelete"
    case messageShow = "message.show"
    case messageEdits = "message.edits"
    case editsClose = "edits.close"
}
