import type { ScimClinicCall, ScimClinicFinding, ScimClinicProvider } from "@svc/contract/scim/clinic-schema"
import type { ScimMode } from "@svc/contract/scim/schema"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

/** Finding and fix. */
const findings: Readonly<Record<ScimClinicFinding, { readonly title: string; readonly text: string }>> = {
  not_set_up: { title: "No token", text: "Set up provisioning above, then paste the token at the provider." },
  switched_off: {
    title: "Provisioning is turned off",
    text: "Every call returns 401. Create a new token and paste it at the provider."
  },
  token_malformed: {
    title: "This isn’t a SCIM token",
    text: "A SCIM token has 64 characters, 0–9 and a–f. An API key doesn’t work. Create a new token and paste it at the provider."
  },
  token_padded: {
    title: "The token has extra characters",
    text: "Paste it at the provider without “Bearer”, quotation marks, spaces, or line breaks."
  },
  token_unknown: {
    title: "This isn’t the current token",
    text: "It was replaced by a newer one or belongs to another organization. Paste the current token at the provider. If you no longer have it, create a new one."
  },
  address_other: {
    title: "The URL belongs to another service",
    text: "The provider’s calls don’t reach this service. Enter the URL shown above."
  },
  address_without_path: {
    title: "The URL lacks /scim/v2",
    text: "The provider’s calls return 404. Enter the URL shown above, including its path."
  },
  address_beyond_path: {
    title: "The URL has extra text after /scim/v2",
    text: "Remove it. The provider adds /Users automatically."
  },
  address_not_https: {
    title: "The URL starts with the wrong scheme",
    text: "Enter it exactly as shown above, starting with https://. With another scheme, the provider doesn’t send the token."
  },
  mode_literal: {
    title: "The token uses literal mode",
    text: "Literal mode ignores filters. Okta and Entra ID look a person up before they write, so they would link the first person in the list and deactivate the wrong one. Create a new token in compatible mode."
  },
  answered_everybody: {
    title: "A lookup returned everyone",
    text: "The provider takes the first result for the person it looked up. Create a new token in compatible mode."
  },
  not_found_again: {
    title: "The created person isn’t found",
    text: "The provider would create them twice. Contact the operator of this service."
  },
  not_changed: {
    title: "The change had no effect",
    text: "Create a new token in compatible mode. If the token already uses it, contact the operator of this service."
  },
  route_missing: {
    title: "This mode doesn’t support the call",
    text: "The provider shows an error. Create a new token in compatible mode."
  },
  still_active: {
    title: "Deactivated user still appears active",
    text: "The provider reads the user again and retries forever. Create a new token in compatible mode."
  },
  no_offboarding: {
    title: "No offboarding started",
    text: "People deactivated at the provider keep their access here. The call shows the reason."
  },
  refused: { title: "The call was rejected", text: "The response shows the reason." }
}

/** Purpose and expected response of each call. */
const calls: Readonly<Record<ScimClinicCall, { readonly name: string; readonly means: string }>> = {
  test_page: {
    name: "Test the credentials",
    means:
      "“Test API Credentials” reads a page of two people. Any list passes. 401 points to the token, 404 to the URL."
  },
  test_filter: {
    name: "Test the connection",
    means: "“Test Connection” looks up a user who can’t exist. Expected: an empty list, not 404."
  },
  find: {
    name: "Look up the person",
    means:
      "The provider looks up the user name before it creates anyone. Expected: an empty list; otherwise it links the result."
  },
  create: {
    name: "Create the person",
    means: "A user was assigned to the app. Expected: 201 with an ID, which the provider keeps for all later calls."
  },
  find_again: {
    name: "Look up the person again",
    means: "Expected: exactly this person. Otherwise they would be created twice."
  },
  read: { name: "Read the person", means: "By the ID the provider kept. Expected: the profile as it was written." },
  replace: {
    name: "Replace the profile",
    means: "When something changes, Okta sends the whole person with PUT. Expected: the new title."
  },
  change: {
    name: "Change single attributes",
    means:
      "Entra ID capitalizes “Replace” and “Add” and sends an address with a filter in its path. Expected: all three changes."
  },
  deactivate: {
    name: "Deactivate the person",
    means:
      "The user was unassigned or deactivated at Okta. Expected: their offboarding starts here. This is the purpose of provisioning."
  },
  deactivate_text: {
    name: "Disable the person",
    means: "Entra ID sends “False” as text. Expected: it is accepted, and the offboarding starts."
  },
  read_again: {
    name: "Verify the deactivation",
    means: "The provider reads the person again. Expected: inactive. Otherwise it retries forever."
  },
  groups: {
    name: "Read the groups",
    means:
      "Requested on every import. Expected: an empty list, because groups are not supported. Leave “Push Groups” off."
  },
  remove: {
    name: "Remove the person",
    means: "Sent 30 days after a deletion. Expected: 204. The record stays here as evidence."
  }
}

const modes: Readonly<Record<ScimMode, { readonly name: string; readonly text: string }>> = {
  compat: {
    name: "Compatible",
    text: "For Okta, Entra ID, OneLogin, JumpCloud, and other providers that look people up first: filters, PUT, PATCH by path."
  },
  literal: {
    name: "Literal",
    text: "For your own client that keeps the IDs it received. Ignores filters, so don’t use it with an identity provider."
  }
}

const guides = {
  okta: {
    name: "Okta",
    steps: [
      "Applications › your SAML or SWA app › General › App Settings: select “Enable SCIM provisioning”.",
      "Provisioning › Integration › Edit: paste the URL as “SCIM connector base URL”.",
      "Unique identifier field for users: userName.",
      "Supported actions: Push New Users, Push Profile Updates. Leave Push Groups off.",
      "Authentication mode: HTTP Header. Paste the token as “Authorization: Bearer”. Test Connector Configuration, then Save.",
      "Provisioning › To App: enable Create Users, Update User Attributes, and Deactivate Users."
    ]
  },
  entra: {
    name: "Microsoft Entra ID",
    steps: [
      "Enterprise applications › New application › Create your own: “Integrate any other application”.",
      "Provisioning › Connect your application: paste the URL as “Tenant URL” and the token as “Secret token”.",
      "Test Connection, then Create.",
      "Attribute mapping › Users: keep userName as the matching attribute. Turn Groups off.",
      "Users and groups: assign the people to provision. Overview: Start provisioning.",
      "Entra ID runs every 40 minutes. “Provision on demand” tries one person immediately."
    ]
  },
  onelogin: {
    name: "OneLogin",
    steps: [
      "Applications › Add App: “SCIM Provisioner with SAML (SCIM v2 Core)”.",
      "Configuration: paste the URL as “SCIM Base URL” and the token as “SCIM Bearer Token”. Enable the API.",
      "Provisioning: enable it and choose “Suspend” for users who are deleted or lose the app.",
      "Leave “Require admin approval” off for actions that should run automatically."
    ]
  },
  jumpcloud: {
    name: "JumpCloud",
    steps: [
      "SSO Applications › your custom app › Identity Management.",
      "SCIM version 2.0. Paste the URL as “Base URL” and the token as “Token Key”.",
      "Test user email: an email that no one has. Test Connection, then Activate.",
      "Leave group management off."
    ]
  },
  other: {
    name: "Another provider",
    steps: [
      "Base URL or tenant URL: the URL above.",
      "Authentication: the token as Bearer token in the Authorization header.",
      "Unique identifier: userName, the work email.",
      "When someone leaves: deactivate (active: false). Deleting has the same effect.",
      "Leave groups off."
    ]
  }
}

const providers: Readonly<Record<ScimClinicProvider, string>> = { okta: "Okta", entra: "Microsoft Entra ID" }

export const scim = {
  findings,
  calls,
  title: "SCIM provisioning",
  about:
    "Your identity provider keeps the directory up to date through SCIM. Deactivating a user there starts their offboarding.",
  none: "Provisioning is not set up",
  noneText: "Create a token and paste it at your identity provider.",
  setUp: "Set up provisioning",
  setUpText: "The token is shown only once. To change the mode later, create a new token.",
  make: "Create token",
  mode: "Mode",
  modes,
  state: "Setup",
  lastUsed: "Last request",
  neverUsed: "No requests yet",
  newToken: "New token",
  newTokenTitle: "Create a new token?",
  newTokenText:
    "The current token stops working immediately. Until you paste the new one at the provider, its calls return 401.",
  madeTitle: "Paste these at your provider",
  madeText: "Copy the token now: it isn’t shown again. You can create a new one at any time.",
  address: "Base URL (tenant URL)",
  token: "Token",
  kept: "I’ve copied it",
  turnOff: "Turn off",
  turnOffTitle: "Turn provisioning off?",
  turnOffText:
    "The token stops working immediately, and the provider’s calls return 401. Deactivated users are no longer offboarded.",
  turnOffStays: "People and offboardings are kept.",
  turnedOff: "Provisioning turned off",
  guide: "Set up your provider",
  provider: "Provider",
  guides,
  clinic: "SCIM diagnostics",
  clinicText:
    "Runs the provider’s documented calls and explains each one. Everything is undone afterward, including the test person and offboarding.",
  providers,
  whose: "Provider to simulate",
  play: "Run diagnostics",
  pastedToken: "Token at the provider",
  pastedTokenHelp: "Optional. Checks whether it is the current token.",
  pastedAddress: "URL at the provider",
  pastedAddressHelp: "Optional. Copy it from the provider’s form.",
  well: (provider: string) => `This setup works with ${provider}`,
  wellText: (count: number) =>
    plural(count, { one: "# call returned the expected result.", other: "# calls returned the expected results." }),
  unwell: (count: number) => plural(count, { one: "# problem found", other: "# problems found" }),
  neverCalled: "The provider has never sent a request, though. Check that provisioning is started there.",
  fine: "OK",
  problem: "Problem",
  sends: "Request",
  answered: "Response",
  nothing: "(no body)",
  requests: "Recent requests",
  noRequests: "No requests yet",
  noRequestsText: "The provider’s next request appears here with its result.",
  at: "When",
  request: "Request",
  status: "Status",
  cameOf: "Result"
}
