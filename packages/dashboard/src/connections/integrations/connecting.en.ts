import type { ConnectBodies, OAuthService } from "@svc/contract/integrations/connect-bodies"
import { wheresIn } from "./vendors.ts"

type BodyField = { readonly [Name in keyof ConnectBodies]: keyof ConnectBodies[Name] }[keyof ConnectBodies]

/** What is typed to connect an app, by the names that the contract gives the fields. */
const fields = {
  access_token: "Access token",
  account_id: "Account ID",
  account_sid: "Account SID",
  account_token: "Token of the linked account",
  admin_token: "Admin token",
  api_key: "API key",
  api_token: "API token",
  auth_token: "Auth token",
  base_url: "Address",
  bot_token: "Bot token",
  channel: "Channel",
  client_id: "Client ID",
  client_secret: "Client secret",
  domain: "Domain",
  email: "E-mail address",
  environment: "Environment",
  environment_id: "Environment ID",
  event_type: "Event type",
  from: "Sender",
  hmac_keys: "HMAC keys of DocuSign Connect",
  instance: "Instance",
  integration_key: "Integration key",
  issue_type: "Kind of issue",
  messaging_service_sid: "Messaging service SID",
  org_id: "Organisation ID",
  password: "Password",
  private_key: "Private key",
  project_key: "Project key",
  refresh_token: "Refresh token",
  region: "Region",
  requester_email: "Requester’s address",
  service_name: "Name",
  service_user_id: "ID of the service user",
  signing_secret: "Signing secret",
  site: "Site",
  subdomain: "Subdomain",
  team_id: "Workspace ID",
  tenant_id: "Directory (tenant) ID",
  token: "Token",
  user_id: "User ID",
  user_token: "User token",
  username: "User name",
  webhook_secret: "Secret of its webhooks",
  webhook_signing_key: "Signing key of its webhooks",
  webhook_url: "Address of the workflow"
} satisfies Readonly<Record<BodyField, string> & Record<string, string>>

/** An example, or when it is needed. */
const helps: Partial<Record<keyof typeof fields, string>> = {
  account_id: "Without it the user’s default account is used.",
  bot_token: "Sends messages; begins with xoxb-.",
  channel: "Where messages go, such as #offboarding.",
  domain: "Your own, such as acme.okta.com or acme.freshservice.com, or the full https:// address.",
  event_type: "Of the interview, such as https://api.calendly.com/event_types/…",
  from: "A number such as +15551234567, or a sender name.",
  hmac_keys: "One a line. Without one no callback of DocuSign is taken.",
  messaging_service_sid: "Instead of a sender.",
  org_id: "Needed for keys of administrators of several organisations.",
  private_key: "RSA, as PEM, from -----BEGIN to -----END. Line breaks may be written as \\n.",
  refresh_token: "With client ID and secret an ended token is renewed.",
  region: "Left out it is the vendor’s main one; eu for Europe.",
  signing_secret: "For Approve and Reject in Slack itself.",
  user_token: "Of an administrator, to take access away; begins with xoxp-.",
  webhook_secret: "By which it signs what it tells us; without it changes are seen at the next sync.",
  webhook_signing_key: "Made by this service when left out."
}

const oauthTo: Readonly<Record<OAuthService, string>> = {
  github: "Continue to GitHub",
  "google-workspace": "Continue to Google",
  "google-calendar": "Continue to Google"
}

export const connecting = {
  fields,
  helps,
  where: {
    ...wheresIn("en"),
    own: "An app without a card here. By SCIM its user is deactivated; by webhook it is sent a signed request and does it itself."
  },
  oauthTo,
  variant: "Which one",
  variants: {
    bamboohr: "BambooHR",
    hibob: "HiBob",
    personio: "Personio",
    merge: "Merge",
    jira: "Jira",
    servicenow: "ServiceNow",
    freshservice: "Freshservice",
    zendesk: "Zendesk",
    grant: "By JWT grant: goes on by itself",
    token: "With an access token: until it ends",
    webhook: "By a signed webhook",
    scim: "By SCIM 2.0"
  },
  title: (name: string) => `Connect ${name}`,
  titleAgain: (name: string) => `Connect ${name} again`,
  ownTitle: "Connect an app of your own",
  connect: "Connect",
  again: "What is known stands there already; secrets are never shown, so give them once more.",
  trying: "The credential is tried there first. Nothing is saved unless it works.",
  done: (name: string) => `${name} is connected`,
  org: "Organisation on GitHub",
  orgHelp: "Needed only if you own several.",
  callback: "Let it tell us what happens",
  callbackText: (name: string) =>
    `Enter this address in ${name} as a webhook. The secret is shown this once; copy it now.`,
  callbackUrl: "Address",
  callbackSecret: "Secret",
  kept: "I have copied it"
}
