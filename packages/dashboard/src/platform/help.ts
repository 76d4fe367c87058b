/** The pages of help in their groups and order; each is a `help.en.md` next to its screens, and "changes" is `CHANGELOG.md`. */
export const helpGroups = [
  { name: "leaving", topics: ["start", "offboardings", "initiations", "people", "assets", "documents", "portal"] },
  { name: "access", topics: ["access", "left-behind", "before-and-after", "integrations", "webhooks", "api-keys"] },
  { name: "proof", topics: ["audit-log", "leaver-test", "evidence", "reports"] },
  { name: "organisation", topics: ["settings", "account", "privacy", "changes"] }
] as const

export type HelpTopic = (typeof helpGroups)[number]["topics"][number]

/** Answered by the service: a page that needs neither a sign-in nor a script. */
export const helpAt = (topic: HelpTopic, language: string): string => `/help/${topic}?lang=${language}`
