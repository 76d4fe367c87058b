import { plurals } from "../plural.ts"

const plural = plurals("en")

export const developers = {
  title: "Developers",
  about: "The APIs of the service, how a program signs in at each, and the events that are sent by themselves.",
  reference: (name: string) => `Open the reference: ${name}`,
  base: "Address",
  signIn: "Sign-in",
  document: "OpenAPI",
  surfaces: {
    public: {
      name: "Public API",
      about: "Offboardings, employees and webhooks, for the systems of your organisation. Stable and versioned.",
      signIn: "An API key, as a Bearer token. A super admin makes one with the scopes that the program needs."
    },
    app: {
      name: "App API",
      about: "Everything that this dashboard does, for scripts of a person. It changes with the dashboard.",
      signIn:
        "A session: the cookie access_token that POST /api/auth/login sets, or its value as a Bearer token. It may do what the person may."
    },
    scim: {
      name: "SCIM",
      about:
        "People and groups as an identity provider writes them: a person who is deactivated there is offboarded here.",
      signIn:
        "A SCIM token, as a Bearer token. Whoever manages integrations makes it, and gives it to the identity provider."
    }
  },
  toKeys: "API keys",
  toWebhooks: "Webhooks",
  toSiem: "SIEM",
  pushed: "What is sent by itself",
  pushedText:
    "Webhooks tell your systems what happens to offboardings; SIEM targets get every entry of the audit log. The catalogue shows each event with when it is sent and what it carries.",
  catalogueAbout: "Every event that the service sends, with when it is sent and an example of what it carries.",
  streams: {
    webhook: {
      name: "Webhooks",
      text: "An address receives each event under the most specific name that it subscribes to."
    },
    siem: {
      name: "SIEM",
      text: "A target receives all of them or those that it names. Each collector gets the payload in its own wrapping."
    }
  },
  find: "Name or occasion",
  found: (count: number) => plural(count, { one: "# event", other: "# events" }),
  noneFound: (sought: string) => `No event fits “${sought}”`,
  clear: "Clear",
  high: "High severity"
}
