import type { ScimClinicCall, ScimClinicFinding, ScimClinicProvider } from "@svc/contract/scim/clinic-schema"
import type { ScimMode } from "@svc/contract/scim/schema"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

/** What is wrong, and what to change. */
const findings: Readonly<Record<ScimClinicFinding, { readonly title: string; readonly text: string }>> = {
  not_set_up: { title: "There is no token", text: "Set up provisioning above, then paste the token at the provider." },
  switched_off: {
    title: "Provisioning is switched off",
    text: "Every call is answered 401. Make a new token, and paste it at the provider."
  },
  token_malformed: {
    title: "That is no SCIM token",
    text: "One has 64 characters, 0 to 9 and a to f. An API key is none. Make a new one, and paste it at the provider."
  },
  token_padded: {
    title: "There is something around the token",
    text: "Paste it at the provider without “Bearer”, quotation marks, spaces or line breaks."
  },
  token_unknown: {
    title: "That is not the present token",
    text: "It was replaced by a newer one, or is another organisation’s. Paste the present one at the provider; if nobody has it, make a new one."
  },
  address_other: {
    title: "The address is another service’s",
    text: "The provider’s calls do not come here. Enter the address that stands above."
  },
  address_without_path: {
    title: "The address lacks /scim/v2",
    text: "The provider’s calls are answered 404. Enter the address that stands above, with its path."
  },
  address_beyond_path: {
    title: "The address goes on behind /scim/v2",
    text: "The provider adds /Users by itself. Leave it out."
  },
  address_not_https: {
    title: "The address begins differently",
    text: "Enter it with https:// as it stands above: on another scheme the token is not taken along."
  },
  mode_literal: {
    title: "The token speaks literal mode",
    text: "It evaluates no filter, so Okta and Entra ID, which look a person up before they write, would link the first of all people and deactivate the wrong one. Make a new token in compat mode."
  },
  answered_everybody: {
    title: "A look-up was answered with everybody",
    text: "The provider takes the first of them for the person it looked for. Make a new token in compat mode."
  },
  not_found_again: {
    title: "The person is not found again",
    text: "The provider would create them a second time. Tell the operator of this service."
  },
  not_changed: {
    title: "The change had no effect",
    text: "Make a new token in compat mode; if it speaks it already, tell the operator of this service."
  },
  route_missing: {
    title: "This mode does not know the call",
    text: "The provider shows an error. Make a new token in compat mode."
  },
  still_active: {
    title: "Somebody deactivated still reads as active",
    text: "The provider reads back what it wrote and tries again for ever. Make a new token in compat mode."
  },
  no_offboarding: {
    title: "No offboarding was begun",
    text: "Whoever is deactivated at the provider keeps their access here. What stood in the way is said beside the call."
  },
  refused: { title: "The call was refused", text: "Why is said in what came back." }
}

/** What the provider wants with a call, and what has to come back. */
const calls: Readonly<Record<ScimClinicCall, { readonly name: string; readonly means: string }>> = {
  test_page: {
    name: "Test the credentials",
    means: "“Test API Credentials” reads a page of two. Any list will do; 401 means the token, 404 the address."
  },
  test_filter: {
    name: "Test the connection",
    means: "“Test Connection” looks for somebody who cannot exist. Nobody must come back: an empty list, not 404."
  },
  find: {
    name: "Look the person up",
    means: "Before it creates anybody the provider looks for their user name. Nobody must come back, or it links them."
  },
  create: {
    name: "Create the person",
    means: "Somebody was assigned the app. 201 with an id, which the provider keeps for every later call."
  },
  find_again: {
    name: "Look them up again",
    means: "The same search now has to find exactly this one person, or they would be created twice."
  },
  read: { name: "Read the person", means: "By the id that it keeps. The profile comes back as it was written." },
  replace: {
    name: "Replace the profile",
    means: "Okta writes the whole person by PUT when something about them changed. The new title has to come back."
  },
  change: {
    name: "Change some attributes",
    means:
      "Entra ID writes “Replace” and “Add” in capitals, and an address by a filter in its path. All three have to come back."
  },
  deactivate: {
    name: "Deactivate the person",
    means: "Unassigned or deactivated at Okta. Here it begins their offboarding: this is what provisioning is for."
  },
  deactivate_text: {
    name: "Disable the person",
    means: "Entra ID sends the text “False” instead of the value. It counts all the same, and begins their offboarding."
  },
  read_again: {
    name: "Read them back",
    means: "The provider makes sure. They have to read as inactive, or it tries again for ever."
  },
  groups: {
    name: "Read the groups",
    means: "Asked at every import. There are none, and that has to be said with an empty list. Leave “Push Groups” off."
  },
  remove: {
    name: "Remove the person",
    means: "30 days after a deletion. The record stays here for the evidence; it is answered 204."
  }
}

const modes: Readonly<Record<ScimMode, { readonly name: string; readonly text: string }>> = {
  compat: {
    name: "Compat",
    text: "For Okta, Entra ID, OneLogin, JumpCloud and whoever else looks people up first: filters, PUT, PATCH by path."
  },
  literal: {
    name: "Literal",
    text: "For a client of your own that keeps the ids it was given. Filters are not evaluated; identity providers must not use it."
  }
}

const guides = {
  okta: {
    name: "Okta",
    steps: [
      "Applications › your SAML or SWA app › General › App Settings: tick “Enable SCIM provisioning”.",
      "Provisioning › Integration › Edit: paste the address as “SCIM connector base URL”.",
      "Unique identifier field for users: userName.",
      "Supported actions: Push New Users, Push Profile Updates. Leave Push Groups off.",
      "Authentication mode: HTTP Header; paste the token as “Authorization: Bearer”. Test Connector Configuration, then Save.",
      "Provisioning › To App: enable Create Users, Update User Attributes and Deactivate Users."
    ]
  },
  entra: {
    name: "Microsoft Entra ID",
    steps: [
      "Enterprise applications › New application › Create your own: “Integrate any other application”.",
      "Provisioning › Connect your application: paste the address as “Tenant URL” and the token as “Secret token”.",
      "Test Connection, then Create.",
      "Attribute mapping › Users: keep userName as the matching attribute; switch Groups off.",
      "Users and groups: assign who is to be provisioned. Overview: Start provisioning.",
      "Entra ID runs every 40 minutes; “Provision on demand” tries one person at once."
    ]
  },
  onelogin: {
    name: "OneLogin",
    steps: [
      "Applications › Add App: “SCIM Provisioner with SAML (SCIM v2 Core)”.",
      "Configuration: paste the address as “SCIM Base URL” and the token as “SCIM Bearer Token”; enable the API.",
      "Provisioning: enable it, and choose “Suspend” for users who are deleted or lose the app.",
      "Leave “Require admin approval” off for what shall run by itself."
    ]
  },
  jumpcloud: {
    name: "JumpCloud",
    steps: [
      "SSO Applications › your custom app › Identity Management.",
      "SCIM version 2.0; paste the address as “Base URL” and the token as “Token Key”.",
      "Test user email: an address that nobody has. Test Connection, then Activate.",
      "Leave group management off."
    ]
  },
  other: {
    name: "Another provider",
    steps: [
      "Base URL or tenant URL: the address.",
      "Authentication: Bearer token in the Authorization header: the token.",
      "Unique identifier: userName, the work address.",
      "When somebody leaves: deactivate (active false). Deleting has the same effect.",
      "Leave groups off."
    ]
  }
}

const providers: Readonly<Record<ScimClinicProvider, string>> = { okta: "Okta", entra: "Microsoft Entra ID" }

export const scim = {
  findings,
  calls,
  title: "Provisioning",
  about: "Your identity provider says by SCIM who comes and who leaves; whoever it deactivates is offboarded.",
  none: "Provisioning is not set up",
  noneText: "Make a token and paste it at your identity provider. From then on it keeps the directory up to date.",
  setUp: "Set up provisioning",
  setUpText: "The token is shown once. Choose how it speaks; to change that later, make another.",
  make: "Make the token",
  mode: "Mode",
  modes,
  state: "Set-up",
  lastUsed: "Last asked",
  neverUsed: "The provider has not asked yet",
  newToken: "New token",
  newTokenTitle: "Make a new token?",
  newTokenText: "The one before ends at once: until the new one is pasted at the provider it is answered 401.",
  madeTitle: "Paste this at your provider",
  madeText: "The token is shown this once and kept by nobody. Copy it now; another can be made at any time.",
  address: "Address (base URL, tenant URL)",
  token: "Token",
  kept: "I have copied it",
  turnOff: "Turn off",
  turnOffTitle: "Turn provisioning off?",
  turnOffText: "The token ends at once, and the provider is answered 401. Nobody tells you any more who leaves.",
  turnOffStays: "People and offboardings stay as they are.",
  turnedOff: "Provisioning is off",
  guide: "Where to paste what",
  provider: "Provider",
  guides,
  clinic: "Clinic",
  clinicText:
    "Plays the calls that the provider documents and explains each. Nothing stays: its person, their offboarding and all that follows are undone.",
  providers,
  whose: "Whose calls",
  play: "Play the calls",
  pastedToken: "Token, as pasted there",
  pastedTokenHelp: "If you still have it: whether it is the present one is checked.",
  pastedAddress: "Address, as entered there",
  pastedAddressHelp: "Copied from the provider’s form.",
  well: (provider: string) => `${provider} can provision as it is set up`,
  wellText: (count: number) =>
    plural(count, { one: "# call was answered as it must be.", other: "# calls were answered as they must be." }),
  unwell: (count: number) => plural(count, { one: "# thing is wrong", other: "# things are wrong" }),
  neverCalled: "It has never called, though: check that provisioning is started there.",
  fine: "Fine",
  problem: "Problem",
  sends: "The provider sends",
  answered: "It was answered",
  nothing: "(no body)",
  requests: "Last requests",
  noRequests: "No request yet",
  noRequestsText: "The next call of the provider stands here, with what came of it.",
  at: "When",
  request: "Request",
  status: "Status",
  cameOf: "What came of it"
}
