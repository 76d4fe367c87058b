import { DateTime, Effect, Redacted } from "effect"
import { createHmac, randomUUID } from "node:crypto"
import { auditText } from "#audit/record/text"
import { Integrations } from "#connections/integrations/service"
import { credentials, entraConnection } from "#test/offboarding/hris/support"
import { aPerson } from "#test/support/cases"
import { asCaller } from "#test/support/people"
import { systemSql } from "#test/support/tables"
import type { Cards } from "./card.ts"
import { channel, channelByName } from "./stand-ins.ts"
import { calledWith, type Prepare } from "./prepare.ts"

const teamsConnected: Prepare = ({ post }) =>
  Effect.as(post("/api/integrations/teams/connect", { webhook_url: channelByName }), {})

/** A button that decides nothing. */
const openInSlack: Prepare = ({ admin }) =>
  Effect.gen(function* () {
    const integrations = yield* Integrations
    yield* asCaller(admin)(
      integrations.connect({
        serviceName: "slack",
        protocol: "slack",
        settings: { team_id: "T0AUDIT" },
        secrets: new Map([["signing_secret", Redacted.make("signing")]]),
        canRevoke: true,
        details: auditText`Slack`
      })
    )
    const payload = { type: "block_actions", team: { id: "T0AUDIT" }, user: { id: "U0ANN" }, actions: [] }
    const body = `payload=${encodeURIComponent(JSON.stringify(payload))}`
    const seconds = Math.floor(DateTime.toEpochMillis(yield* DateTime.now) / 1000)
    return {
      body,
      bearer: null,
      headers: {
        "x-slack-request-timestamp": String(seconds),
        "x-slack-signature": `v0=${createHmac("sha256", "signing").update(`v0:${seconds}:${body}`).digest("hex")}`
      }
    }
  })

const hrisConnected: Prepare = ({ post }) => Effect.as(post("/api/integrations/hris/connect", credentials.personio), {})

const entraConnected: Prepare = ({ admin }) =>
  Effect.gen(function* () {
    const integrations = yield* Integrations
    yield* asCaller(admin)(integrations.connect(entraConnection))
    return {}
  })

/** Of somebody who left on an unknown day. */
const hrisReview: Prepare = ({ admin, orgId }) =>
  Effect.gen(function* () {
    const { id: employeeId } = yield* aPerson(admin, "Grace Hopper")
    const id = randomUUID()
    yield* systemSql`
      INSERT INTO hris_reviews (org_id, id, employee_id, origin, kind, status, stands, created_at)
      VALUES (${orgId}, ${id}, ${employeeId}, 'hris', 'left_without_date', 'waiting', true, now())`
    return { parameters: { id } }
  })

const hrisCall: Prepare = ({ orgId, post }) =>
  Effect.gen(function* () {
    yield* post("/api/integrations/hris/connect", credentials.hibob)
    const [row] = yield* systemSql<{ readonly id: string }>`
        SELECT config ->> 'webhook_id' AS id FROM integrations WHERE org_id = ${orgId} AND service_name = 'hris'`
    const signature = createHmac("sha512", "hook-secret").update("{}").digest("base64")
    return { parameters: { id: row?.id ?? "" }, body: "{}", headers: { "bob-signature": signature }, bearer: null }
  })

export const offboardingVendorCards = {
  "POST /api/integrations/teams/connect": {
    permission: ["integrations_manage"],
    body: { webhook_url: "https://127.0.0.1:9/hook" },
    reach: { webhook_url: channel },
    prepare: calledWith(() => ({ body: { webhook_url: channelByName } }))
  },
  "POST /api/integrations/teams/test": { permission: ["integrations_manage"], prepare: teamsConnected },
  "POST /api/integrations/slack/interactions": {
    permission: "open",
    also: ["callback"],
    prepare: openInSlack,
    audited: {
      not: "decides through the verbs of initiations, which record it under the member who pressed; other presses change nothing"
    }
  },
  "POST /api/integrations/hris/connect": {
    permission: ["integrations_manage"],
    body: {
      provider: "personio",
      client_id: "client-1",
      client_secret: "papi-secret"
    }
  },
  "POST /api/integrations/hris/sync": { permission: ["integrations_manage"], prepare: hrisConnected },
  "POST /api/integrations/azure-ad/sync": { permission: ["integrations_manage"], prepare: entraConnected },
  "GET /api/integrations/hris/reviews": { permission: ["offboardings_create"] },
  "POST /api/integrations/hris/reviews/{id}/accept": {
    permission: ["offboardings_create", "offboardings_edit"],
    body: { exit_date: "2026-04-30" },
    prepare: hrisReview
  },
  "POST /api/integrations/hris/reviews/{id}/dismiss": {
    permission: ["offboardings_create"],
    body: {},
    prepare: hrisReview
  },
  "POST /api/integrations/hris/webhook/{id}": {
    permission: "open",
    also: ["callback"],
    // A call that is not signed is answered alike, whether the connection is there or not.
    unknownId: 401,
    prepare: hrisCall,
    audited: { not: "asks for a sync, which is recorded when it runs" }
  },
  "POST /api/integrations/scim/setup": { permission: ["integrations_manage"], body: { mode: "compat" } },
  "DELETE /api/integrations/scim/setup": {
    permission: ["integrations_manage"],
    prepare: ({ post }) => Effect.as(post("/api/integrations/scim/setup", {}), {})
  },
  "POST /api/integrations/scim/clinic": {
    permission: ["integrations_manage"],
    body: { provider: "okta" },
    prepare: ({ post }) => Effect.as(post("/api/integrations/scim/setup", { mode: "compat" }), {}),
    audited: { not: "plays in a transaction that is undone: nothing changes" }
  },
  "GET /api/integrations/scim/config": { permission: "nothing" },
  "GET /api/integrations/scim/requests": { permission: ["integrations_manage"] }
} satisfies Cards
