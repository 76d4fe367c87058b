import type { OAuthFailure } from "@svc/contract/integrations/connect-bodies"
import type { ProviderName } from "@svc/contract/integrations/schema"

const providers: Readonly<Record<ProviderName, { readonly name: string; readonly about: string }>> = {
  github: { name: "GitHub", about: "Members of organisations, their access and repositories" },
  "google-workspace": { name: "Google Workspace", about: "Accounts, mail and files" },
  "google-calendar": { name: "Google Calendar", about: "Appointments" },
  okta: { name: "Okta", about: "Identity provider" },
  "azure-ad": { name: "Microsoft Entra ID", about: "Identity provider, mail" },
  jumpcloud: { name: "JumpCloud", about: "Identity provider" },
  onelogin: { name: "OneLogin", about: "Identity provider" },
  ping: { name: "PingOne", about: "Identity provider" },
  slack: { name: "Slack", about: "Messages, and access where a token allows it" },
  teams: { name: "Microsoft Teams", about: "Messages" },
  hris: { name: "HR system", about: "Tells who leaves" },
  "it-tickets": { name: "Help desk", about: "Tickets for what is done by hand" },
  docusign: { name: "DocuSign", about: "Signatures" },
  "adobe-sign": { name: "Acrobat Sign", about: "Signatures" },
  "dropbox-sign": { name: "Dropbox Sign", about: "Signatures" },
  calendly: { name: "Calendly", about: "Exit interviews" },
  sms: { name: "Text messages", about: "Reminders by phone" },
  scim: { name: "SCIM", about: "Your identity provider tells who leaves" },
  alumni: { name: "Alumni network", about: "Invites who has left" }
}

const failures: Readonly<Record<OAuthFailure, string>> = {
  oauth_denied: "You did not agree there. Begin again, and agree to what is asked for.",
  oauth_expired: "It took longer than ten minutes, or was begun in another session. Begin again.",
  oauth_failed: "The answer did not pass our checks. Begin again; if it goes on, ask the operator of this service.",
  oauth_unavailable: "There was no answer. Try again in a few minutes.",
  credential_refused:
    "It gave a credential that does not allow what is needed. Connect with an administrator’s account.",
  read_only: "Your organisation is read-only because its plan has ended."
}

export const integrations = {
  title: "Integrations",
  about: "Apps that this service reads from, or removes access in.",
  none: "Nothing is connected yet",
  noneText: "Connect an identity provider or an app, and access is removed there when somebody leaves.",
  app: "App",
  state: "State",
  connected: "Connected",
  switchedOff: "Switched off",
  refused: "Credential refused",
  lastSync: "Last read",
  never: "Never",
  since: "Connected",
  providers,
  own: "An app of your own",
  ownScim: "An app of your own, by SCIM",
  connectedNow: (name: string) => `${name} is connected`,
  notConnected: "The connection did not come about",
  notConnectedTo: (name: string) => `${name} is not connected`,
  failures
}
