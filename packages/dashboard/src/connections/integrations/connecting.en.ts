import type { OAuthService } from "@svc/contract/integrations/connect-bodies"
import type { ProviderName } from "@svc/contract/integrations/schema"

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
}

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

/** Where the values come from, and what they must be allowed to do. */
const where: Readonly<Record<Exclude<ProviderName, "scim"> | "own", string>> = {
  github: "You are sent to GitHub. Sign in as an owner of the organisation and grant “admin:org”.",
  "google-workspace":
    "You are sent to Google. Sign in as a super administrator and agree to users, their security, groups, Drive transfers and mail settings: without one of them its step is left to you.",
  "google-calendar": "You are sent to Google. Agree to the calendar that last days are entered in.",
  okta: "Okta, Security › API › Tokens: a token made by a Group or Super Administrator, with whose rights it acts.",
  "azure-ad":
    "Entra, App registrations: application permissions User.Read.All, User.EnableDisableAccount.All and User.RevokeSessions.All (for out-of-office replies MailboxSettings.ReadWrite too), with admin consent.",
  jumpcloud: "JumpCloud, your name › My API Key, of an administrator who may manage users.",
  onelogin: "OneLogin, Developers › API Credentials: with “Manage Users”.",
  ping: "PingOne, Applications: a worker with the role Identity Data Admin.",
  slack:
    "Slack, your app › OAuth & Permissions. A bot token sends messages. To take access away it needs a user token with “admin” (SCIM, from Business+) or admin.users:write (Enterprise).",
  teams: "Teams, the channel › Workflows: “Post to a channel when a webhook request is received”.",
  sms: "Twilio Console: Account SID and Auth token, and a number or messaging service to send from.",
  hris: "A key that may read all employees, with their status, last day and manager.",
  "it-tickets": "An account that may create and read tickets. Tasks of IT become tickets in it.",
  docusign: "DocuSign, Apps and Keys: an app with the scope “signature”, and a user who has agreed to it.",
  "adobe-sign": "Acrobat Sign, API: an integration key that may read and write agreements, and webhooks.",
  "dropbox-sign": "Dropbox Sign, API: the key of the account that sends.",
  calendly: "Calendly, Integrations › API & webhooks: a personal access token.",
  alumni: "An HTTPS address of yours that is told who has left, and the token it knows us by.",
  own: "An app without a card here. By SCIM its user is deactivated; by webhook it is sent a signed request and does it itself."
}

const oauthTo: Readonly<Record<OAuthService, string>> = {
  github: "Continue to GitHub",
  "google-workspace": "Continue to Google",
  "google-calendar": "Continue to Google"
}

export const connecting = {
  fields,
  helps,
  where,
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
