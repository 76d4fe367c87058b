/**
 * Logos of apps by their slugs in `simple-icons`; `npm run marks` writes the two sprites and `NOTICE.md` from these lists.
 * An app without a logo has letters.
 */

/** Built-in providers, by service name. */
const providerMarks = {
  calendly: "calendly",
  "dropbox-sign": "dropbox",
  github: "github",
  "google-calendar": "googlecalendar",
  "google-workspace": "google",
  okta: "okta"
} as const

/** Custom apps that carry a well-known name, in lower case. */
const namedMarks = {
  "1password": "1password",
  airtable: "airtable",
  anthropic: "anthropic",
  asana: "asana",
  authentik: "authentik",
  bitbucket: "bitbucket",
  bitwarden: "bitwarden",
  circleci: "circleci",
  clickup: "clickup",
  cloudflare: "cloudflare",
  confluence: "confluence",
  databricks: "databricks",
  datadog: "datadog",
  discord: "discord",
  docker: "docker",
  dropbox: "dropbox",
  figma: "figma",
  gitlab: "gitlab",
  "google cloud": "googlecloud",
  grafana: "grafana",
  hubspot: "hubspot",
  intercom: "intercom",
  jira: "jira",
  keycloak: "keycloak",
  lastpass: "lastpass",
  linear: "linear",
  mattermost: "mattermost",
  miro: "miro",
  "mongodb atlas": "mongodb",
  "new relic": "newrelic",
  nextcloud: "nextcloud",
  notion: "notion",
  npm: "npm",
  pagerduty: "pagerduty",
  personio: "personio",
  postman: "postman",
  sentry: "sentry",
  snowflake: "snowflake",
  tailscale: "tailscale",
  terraform: "terraform",
  trello: "trello",
  vercel: "vercel",
  webex: "webex",
  zendesk: "zendesk"
} as const

export const marks = {
  provider: [...new Set(Object.values(providerMarks))],
  named: [...new Set(Object.values(namedMarks))]
}

const providers: Readonly<Record<string, string>> = providerMarks
const named: Readonly<Record<string, string>> = namedMarks

/** The logo of a service: its sprite, and its name there. A custom app counts by its name. */
export const markOf = (service: string) => {
  if (Object.hasOwn(providers, service)) return { sprite: "provider", name: providers[service] } as const
  const name = service.toLowerCase()
  return Object.hasOwn(named, name) ? ({ sprite: "named", name: named[name] } as const) : undefined
}

/** Characters as people count them. */
const graphemes = (text: string) => [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)

/** One to three letters for a name: an acronym, the first letters of two words or of a name in two parts, else two letters. */
export const lettersOf = (name: string): string => {
  const words = name
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "")
  const [first = name, second] = words
  if (/^\p{Lu}{2,3}$/u.test(first)) return first
  if (second === undefined) return graphemes(first).slice(0, 2).join("")
  return [first, second].map((word) => graphemes(word)[0]?.toUpperCase()).join("")
}
