import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

export const notifications = {
  title: "Notifications",
  titleUnread: (count: number) => `Notifications: ${plural(count, { one: "# unread", other: "# unread" })}`,
  about: "To choose what you’re notified about, go to My account.",
  which: "Show",
  all: "All",
  onlyUnread: "Unread only",
  what: "Notification",
  state: "Status",
  isNew: "New",
  when: "When",
  markRead: "Mark as read",
  markAllRead: "Mark all as read",
  allRead: "No unread notifications",
  allReadText: "New notifications appear here.",
  showAll: "Show all",
  none: "No notifications yet",
  noneText: "You’ll be notified here when something needs your attention."
}
