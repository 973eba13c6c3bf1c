// What owners and administrators look after: people, invitations, channels, reports, and what was done.

import { ask } from "../dom.js";
import { AuditSection } from "./admin/audit.js";
import { ChannelsSection } from "./admin/channels.js";
import { InvitationsSection } from "./admin/invitations.js";
import { PeopleSection } from "./admin/people.js";
import { ReportsSection } from "./admin/reports.js";
import { Names } from "./names.js";
import { Sections } from "./sections.js";

class Administration extends HTMLElement {
  connectedCallback() {
    if (this.sections) return;
    this.sections = new Sections("Administration");
    this.append(this.sections.element);
  }

  open() {
    this.names = new Names((name, args) => ask(this, name, args));
    this.sections.open([
      { name: "people", label: "People", make: () => new PeopleSection(this) },
      { name: "invitations", label: "Joining", make: () => new InvitationsSection(this) },
      { name: "channels", label: "Channels", make: () => new ChannelsSection(this) },
      { name: "reports", label: "Reports", make: () => new ReportsSection(this) },
      { name: "audit", label: "Audit log", make: () => new AuditSection(this) },
    ]);
  }

  /** Follows the core's `me` change. */
  me(user) {
    const isNew = this.user === undefined || mayAdminister(this.user) !== mayAdminister(user);
    this.user = user;
    if (isNew && this.isOnline) this.reported();
    if (!mayAdminister(user) && this.sections.isOpen) this.sections.element.close();
  }

  /** Follows the core's `connection` change. */
  connection({ state }) {
    const isOnline = state === "online";
    this.sections.connection(isOnline);
    if (isOnline && !this.isOnline) this.reported();
    this.isOnline = isOnline;
  }

  /** Follows the core's `reports` change: asks whether messages are reported, and tells it as the event `reports`. */
  async reported() {
    if (!this.user || !mayAdminister(this.user)) return this.tellReports(false);
    this.sections.reported();
    try {
      const { reports } = await ask(this, "reports", { state: "open", limit: 1 });
      this.tellReports(reports.length > 0);
    } catch {
      // Asked again when the connection is back, and with the next report.
    }
  }

  tellReports(hasReports) { this.dispatchEvent(new CustomEvent("reports", { bubbles: true, detail: hasReports })); }

  /** Follows the core's `server` change. */
  server({ registration }) { this.registration = registration; }

  get isOwner() { return this.user?.role === "owner"; }
}
customElements.define("roost-administration", Administration);

export const mayAdminister = ({ role }) => role === "owner" || role === "admin";
