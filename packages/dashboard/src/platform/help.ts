/** Help pages by group, in order; each is a `help.en.md` next to its screens, "changes" is `CHANGELOG.md`. */
export const helpGroups = [
  { name: "leaving", topics: ["start", "offboardings", "initiations", "people", "assets", "documents", "portal"] },
  { name: "access", topics: ["access", "left-behind", "before-and-after", "integrations", "webhooks", "api-keys"] },
  { name: "proof", topics: ["audit-log", "leaver-test", "evidence", "reports"] },
  { name: "organisation", topics: ["settings", "account", "privacy", "changes"] }
] as const

export type HelpTopic = (typeof helpGroups)[number]["topics"][number]

/** Served by the service, without sign-in or scripts. */
export const helpAt = (topic: HelpTopic, language: string): string => `/help/${topic}?lang=${language}`
