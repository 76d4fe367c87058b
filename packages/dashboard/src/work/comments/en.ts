import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

export const comments = {
  title: "Comments",
  none: "No comments yet",
  noneText: "Members who can see this offboarding can read and add comments.",
  text: "Comment",
  mention: "Notify",
  mentionNone: "Choose a member",
  mentionHelp: "Chosen members are notified and follow this offboarding.",
  findMember: "Find a member",
  unmention: (name: string) => `Don’t notify ${name}`,
  add: "Add comment",
  added: "Comment added",
  onTask: (task: string) => `On the task “${task}”`,
  notified: (names: string) => `Notified: ${names}`,
  former: "Former member",
  delete: (name: string) => `Delete comment by ${name}`,
  deleteTitle: "Delete this comment?",
  deleteText: "The comment is deleted for everyone. The audit log keeps that it existed, without its text.",
  deleteIt: "Delete comment",
  deleted: "Comment deleted",
  follow: "Follow",
  followed: "You follow this offboarding",
  unfollow: "Unfollow",
  unfollowed: "You no longer follow this offboarding",
  ofTask: (task: string) => `Comments on “${task}”`,
  count: (count: number) => plural(count, { one: "# comment", other: "# comments" }),
  comment: "Comment"
}
