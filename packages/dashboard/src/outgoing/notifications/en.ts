import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

export const notifications = {
  title: "Notifications",
  titleUnread: (count: number) => `Notifications: ${plural(count, { one: "# unread", other: "# unread" })}`,
  about: "What you were told in this organisation. What you are told is chosen in your settings.",
  unread: "unread",
  which: "Which",
  all: "All",
  onlyUnread: "Unread only",
  what: "What happened",
  state: "State",
  isNew: "New",
  when: "When",
  markRead: "Mark as read",
  markAllRead: "Mark all as read",
  allRead: "Everything is read",
  allReadText: "What is new stands here until you read it.",
  showAll: "Show all",
  none: "Nothing yet",
  noneText: "When something needs you, or goes wrong, it is said here."
}
