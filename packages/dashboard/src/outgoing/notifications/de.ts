import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const notifications: typeof en.notifications = {
  title: "Mitteilungen",
  titleUnread: (count) => `Mitteilungen: ${plural(count, { one: "# ungelesene", other: "# ungelesene" })}`,
  about: "Was dir in dieser Organisation gesagt wurde. Was dir gesagt wird, wählst du in deinen Einstellungen.",
  unread: "ungelesen",
  which: "Welche",
  all: "Alle",
  onlyUnread: "Nur ungelesene",
  what: "Was geschah",
  state: "Zustand",
  isNew: "Neu",
  when: "Wann",
  markRead: "Als gelesen markieren",
  markAllRead: "Alle als gelesen markieren",
  allRead: "Alles ist gelesen",
  allReadText: "Neues steht hier, bis du es liest.",
  showAll: "Alle zeigen",
  none: "Noch nichts",
  noneText: "Wenn etwas dich braucht oder schiefgeht, steht es hier."
}
