import type { ProviderName } from "./schema.ts"

/** Display names of the built-in providers, the only table of them. */
export const appNames: Readonly<Record<ProviderName, string>> = {
  github: "GitHub",
  "google-workspace": "Google Workspace",
  "google-calendar": "Google Calendar",
  okta: "Okta",
  "azure-ad": "Microsoft Entra ID",
  jumpcloud: "JumpCloud",
  onelogin: "OneLogin",
  ping: "PingOne",
  slack: "Slack",
  teams: "Microsoft Teams",
  hris: "HR system",
  "it-tickets": "Help desk",
  docusign: "DocuSign",
  "adobe-sign": "Adobe Acrobat Sign",
  "dropbox-sign": "Dropbox Sign",
  calendly: "Calendly",
  sms: "Text messages",
  scim: "SCIM",
  alumni: "Alumni network"
}

const byService: Readonly<Record<string, string>> = appNames

/** Display name of a service; a custom app keeps the name it was given. */
export const appName = (service: string): string =>
  Object.hasOwn(byService, service) ? (byService[service] ?? service) : service
