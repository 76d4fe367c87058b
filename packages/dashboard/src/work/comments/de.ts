import { plurals } from "#languages/plural.ts"
import type * as en from "./en.ts"

const plural = plurals("de")

export const comments: typeof en.comments = {
  title: "Kommentare",
  none: "Noch keine Kommentare",
  noneText: "Mitglieder, die diesen Austritt sehen, können Kommentare lesen und schreiben.",
  text: "Kommentar",
  mention: "Benachrichtigen",
  mentionNone: "Mitglied wählen",
  mentionHelp: "Ausgewählte Mitglieder werden benachrichtigt und folgen diesem Austritt.",
  findMember: "Mitglied suchen",
  unmention: (name) => `${name} nicht benachrichtigen`,
  add: "Kommentar hinzufügen",
  added: "Kommentar hinzugefügt",
  onTask: (task) => `Zur Aufgabe „${task}“`,
  notified: (names) => `Benachrichtigt: ${names}`,
  former: "Ehemaliges Mitglied",
  delete: (name) => `Kommentar von ${name} löschen`,
  deleteTitle: "Kommentar löschen?",
  deleteText: "Der Kommentar wird für alle gelöscht. Im Audit-Log bleibt stehen, dass es ihn gab, ohne seinen Text.",
  deleteIt: "Kommentar löschen",
  deleted: "Kommentar gelöscht",
  follow: "Folgen",
  followed: "Du folgst diesem Austritt",
  unfollow: "Nicht mehr folgen",
  unfollowed: "Du folgst diesem Austritt nicht mehr",
  ofTask: (task) => `Kommentare zu „${task}“`,
  count: (count) => plural(count, { one: "# Kommentar", other: "# Kommentare" }),
  comment: "Kommentieren"
}
