// What is mine to set: profile, notifications, sessions, log-in, whom I have blocked, my data.

import { BlocksSection } from "./settings/blocks.js";
import { DataSection } from "./settings/data.js";
import { LogInSection } from "./settings/log-in.js";
import { NotificationsSection } from "./settings/notifications.js";
import { ProfileSection } from "./settings/profile.js";
import { SessionsSection } from "./settings/sessions.js";
import { Sections } from "./sections.js";

class Settings extends HTMLElement {
  connectedCallback() {
    if (this.sections) return;
    this.sections = new Sections("Settings");
    this.append(this.sections.element);
  }

  /** @param hasLevels whether the core tells of levels, and so the server keeps what one is notified of. */
  open(hasLevels) {
    this.sections.open([
      { name: "profile", label: "Profile", make: () => new ProfileSection(this) },
      ...(hasLevels ? [{ name: "notifications", label: "Notifications", make: () => new NotificationsSection(this) }] : []),
      { name: "sessions", label: "Sessions", make: () => new SessionsSection(this) },
      { name: "log-in", label: "E-mail and password", make: () => new LogInSection(this) },
      { name: "blocks", label: "Blocked people", make: () => new BlocksSection(this) },
      { name: "data", label: "Your data", make: () => new DataSection(this) },
    ]);
  }

  /** Follows the core's `connection` change. */
  connection({ state }) { this.sections.connection(state === "online"); }
}
customElements.define("roost-settings", Settings);
