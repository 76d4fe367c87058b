import { identityProviders } from "@svc/contract/integrations/connect-bodies"
import { appStandIns } from "@svc/lab/every-vendor"
import { Effect, Record, Struct } from "effect"
import type { Cards, RouteCard } from "./card.ts"
import { calledWith, made, type Prepare, rowIn } from "./prepare.ts"

const connection: Prepare = ({ orgId }) => Effect.map(rowIn(orgId, "integrations"), (id) => ({ parameters: { id } }))

const suite: Prepare = (world) =>
  Effect.map(
    made(world, "/api/integrations", { service_name: "google-workspace", config: { access_token: "t" } }),
    (id) => ({ parameters: { id } })
  )

/** It needs the vendor to say yes. */
const atVendor = { elsewhere: "test/connections/integrations/connects.test.ts" }

/** By what connects the stand-ins; Okta's address is typed, so its card says where there is nobody. */
export const identityProviderConnects = Record.mapEntries(
  Struct.pick(
    appStandIns,
    identityProviders.filter((provider) => provider !== "okta")
  ),
  ({ connect }, provider) => [
    `POST /api/integrations/${provider}/connect`,
    { permission: ["integrations_manage"], body: connect, audited: atVendor } satisfies RouteCard
  ]
)

export const connectionCards = {
  "GET /api/integrations": { permission: "nothing" },
  "GET /api/integrations/credential-states": { permission: ["integrations_manage"] },
  "POST /api/integrations": {
    permission: ["integrations_manage"],
    body: { service_name: "payroll", config: { token: "secret" } },
    reach: "body"
  },
  "PATCH /api/integrations/{id}": {
    permission: ["integrations_manage"],
    body: { connection_status: false },
    reach: { config: { note: "front door" } },
    prepare: connection
  },
  "PATCH /api/integrations/{id}/auto-reply-setting": {
    permission: ["integrations_manage"],
    body: { enabled: false },
    prepare: suite
  },
  "PATCH /api/integrations/{id}/drive-transfer-setting": {
    permission: ["integrations_manage"],
    body: { enabled: true },
    prepare: suite
  },
  "POST /api/integrations/saas-revocation/connect": {
    permission: ["integrations_manage"],
    body: {
      service_name: "crm",
      protocol: "webhook",
      base_url: "https://example.com/revoke",
      token: "token-of-the-target"
    },
    reach: { base_url: "https://127.0.0.1:9/", protocol: "webhook" },
    read: () => "/api/integrations",
    prepare: calledWith(() => ({
      body: { service_name: "hr", protocol: "webhook", base_url: "https://127.0.0.1:9/", token: "secret" }
    }))
  },
  "DELETE /api/integrations/{id}": {
    permission: ["integrations_manage"],
    // Disconnecting answers the same for an id that is not there (integrations-6).
    unknownId: 200,
    prepare: connection
  },
  ...identityProviderConnects,
  "POST /api/integrations/okta/connect": {
    permission: ["integrations_manage"],
    body: { domain: "https://127.0.0.1:9", api_token: "token" },
    audited: atVendor
  },
  "POST /api/integrations/slack/connect": {
    permission: ["integrations_manage"],
    body: { bot_token: "xoxb-1" },
    audited: atVendor
  },
  "POST /api/integrations/docusign/connect": {
    permission: ["integrations_manage"],
    body: { access_token: "token" },
    audited: atVendor
  },
  "POST /api/integrations/adobe-sign/connect": {
    permission: ["integrations_manage"],
    body: { access_token: "token" },
    audited: atVendor
  },
  "POST /api/integrations/dropbox-sign/connect": {
    permission: ["integrations_manage"],
    body: { api_key: "key" },
    audited: atVendor
  },
  "POST /api/integrations/alumni/connect": {
    permission: ["integrations_manage"],
    body: { base_url: "https://127.0.0.1:9/", token: "token" },
    audited: atVendor
  },
  "GET /api/integrations/github/oauth/start": { permission: ["integrations_manage"], also: ["recording"] },
  "GET /api/integrations/github/oauth/callback": { permission: ["integrations_manage"] },
  "GET /api/integrations/google-workspace/oauth/start": { permission: ["integrations_manage"], also: ["recording"] },
  "GET /api/integrations/google-workspace/oauth/callback": { permission: ["integrations_manage"] },
  "GET /api/integrations/google-calendar/oauth/start": { permission: ["integrations_manage"], also: ["recording"] },
  "GET /api/integrations/google-calendar/oauth/callback": { permission: ["integrations_manage"] }
} satisfies Cards
