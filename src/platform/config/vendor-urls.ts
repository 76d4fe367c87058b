import type { Option } from "effect"

/**
 * Vendors' own addresses: what each is without an override, or none where the tenant names their own host. `within`: an
 * override of that vendor's address stands for this one too, unless it has its own.
 */
export const vendors = {
  github: { variable: "VENDOR_GITHUB_URL", url: "https://api.github.com" },
  githubLogin: { variable: "VENDOR_GITHUB_LOGIN_URL", url: "https://github.com", within: "github" },
  google: { variable: "VENDOR_GOOGLE_URL", url: "https://admin.googleapis.com" },
  googleOauth: { variable: "VENDOR_GOOGLE_OAUTH_URL", url: "https://oauth2.googleapis.com", within: "google" },
  googleAccounts: { variable: "VENDOR_GOOGLE_ACCOUNTS_URL", url: "https://accounts.google.com", within: "google" },
  gmail: { variable: "VENDOR_GMAIL_URL", url: "https://gmail.googleapis.com", within: "google" },
  googleApis: { variable: "VENDOR_GOOGLE_APIS_URL", url: "https://www.googleapis.com", within: "google" },
  googleLicensing: {
    variable: "VENDOR_GOOGLE_LICENSING_URL",
    url: "https://licensing.googleapis.com",
    within: "google"
  },
  okta: { variable: "VENDOR_OKTA_URL", url: undefined },
  azureLogin: { variable: "VENDOR_AZURE_LOGIN_URL", url: "https://login.microsoftonline.com" },
  graph: { variable: "VENDOR_GRAPH_URL", url: "https://graph.microsoft.com" },
  jumpcloud: { variable: "VENDOR_JUMPCLOUD_URL", url: "https://console.jumpcloud.com" },
  onelogin: { variable: "VENDOR_ONELOGIN_URL", url: undefined },
  pingAuth: { variable: "VENDOR_PING_AUTH_URL", url: undefined },
  ping: { variable: "VENDOR_PING_URL", url: undefined },
  slack: { variable: "VENDOR_SLACK_URL", url: "https://slack.com" },
  slackHooks: { variable: "VENDOR_SLACK_HOOKS_URL", url: "https://hooks.slack.com", within: "slack" },
  slackScim: { variable: "VENDOR_SLACK_SCIM_URL", url: "https://api.slack.com", within: "slack" },
  bamboohr: { variable: "VENDOR_BAMBOOHR_URL", url: "https://api.bamboohr.com" },
  hibob: { variable: "VENDOR_HIBOB_URL", url: "https://api.hibob.com" },
  personio: { variable: "VENDOR_PERSONIO_URL", url: "https://api.personio.de" },
  merge: { variable: "VENDOR_MERGE_URL", url: "https://api.merge.dev" },
  jira: { variable: "VENDOR_JIRA_URL", url: undefined },
  servicenow: { variable: "VENDOR_SERVICENOW_URL", url: undefined },
  freshservice: { variable: "VENDOR_FRESHSERVICE_URL", url: undefined },
  zendesk: { variable: "VENDOR_ZENDESK_URL", url: undefined },
  calendly: { variable: "VENDOR_CALENDLY_URL", url: "https://api.calendly.com" },
  twilio: { variable: "VENDOR_TWILIO_URL", url: "https://api.twilio.com" },
  docusign: { variable: "VENDOR_DOCUSIGN_URL", url: "https://account.docusign.com" },
  adobeSign: { variable: "VENDOR_ADOBE_SIGN_URL", url: "https://api.adobesign.com" },
  dropboxSign: { variable: "VENDOR_DROPBOX_SIGN_URL", url: "https://api.hellosign.com" }
} as const satisfies Record<string, { variable: string; url: string | undefined; within?: string }>

export type VendorName = keyof typeof vendors

/** The addresses that the operator set in place of vendors' own, without a trailing slash. */
export type VendorUrls = Readonly<Record<VendorName, Option.Option<string>>>
