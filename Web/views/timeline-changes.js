// Which of the core's view changes a timeline and the composer below it carry out: for the room, and the same for a thread.

export const timelineChanges = {
  "timeline.reset": ({ timeline }, change) => timeline.reset(change),
  "timeline.append": ({ timeline }, { rows }) => timeline.addNewer(rows),
  "timeline.prepend": ({ timeline }, change) => timeline.addOlder(change),
  "timeline.update": ({ timeline }, change) => timeline.change(change),
  "timeline.remove": ({ timeline }, change) => timeline.drop(change),
  "timeline.loading": ({ timeline }, change) => timeline.loading(change),
  "timeline.unread": ({ timeline }, { first }) => timeline.showUnread(first),
  "timeline.show": ({ timeline }, { key }) => timeline.goTo(key),
  "timeline.detached": ({ timeline }, change) => timeline.detach(change),
  "composer.edit": ({ composer }, change) => composer.edit(change),
};
