// What happens to the page as a whole, told as the core's events.

import { eventOfPath } from "./place.js";

/** Calls `tell(event)` for changes of network and visibility and for moves in the history. */
export function watchPage(host, tell) {
  host.addEventListener("online", () => tell({ e: "online", value: true }));
  host.addEventListener("offline", () => tell({ e: "online", value: false }));
  host.document.addEventListener("visibilitychange", () => {
    tell({ e: "visible", value: host.document.visibilityState === "visible" });
  });
  host.addEventListener("popstate", () => {
    const event = eventOfPath(host.location.pathname);
    if (event) tell(event);
  });
}
