import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const notifications: typeof en.notifications = {
  title: "Mitteilungen",
  titleUnread: (count) => `Mitteilungen: ${plural(count, { one: "# ungelesene", other: "# ungelesene" })}`,
  about: "Worüber du benachrichtigt wirst, wählst du unter Mein Konto.",
  which: "Anzeigen",
  all: "Alle",
  onlyUnread: "Nur ungelesene",
  what: "Mitteilung",
  state: "Status",
  isNew: "Neu",
  when: "Wann",
  markRead: "Als gelesen markieren",
  markAllRead: "Alle als gelesen markieren",
  allRead: "Keine ungelesenen Mitteilungen",
  allReadText: "Neue Mitteilungen erscheinen hier.",
  showAll: "Alle anzeigen",
  none: "Noch keine Mitteilungen",
  noneText: "Hier wirst du benachrichtigt, wenn etwas deine Aufmerksamkeit braucht."
}
