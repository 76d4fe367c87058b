import { teams, teamsWebhookPath } from "@svc/lab/teams"
import { startVendor } from "@svc/lab/vendor"
import { DateTime, Effect, Redacted } from "effect"
import { createHmac } from "node:crypto"
import { auditText } from "#audit/record/text"
import { Integrations } from "#connections/integrations/service"
import type { Prepare } from "#test/audit/record/support"
import { asCaller } from "#test/support/people"

const channel = await startVendor(teams)
/** Of a channel that takes every message; by a name, for addresses of people are told from it in the audit log. */
const webhookUrl = `http://localhost:${channel.port}${teamsWebhookPath}`

export const connectTeams: Prepare = () => Effect.succeed({ body: { webhook_url: webhookUrl } })

export const testTeams: Prepare = ({ post }) =>
  Effect.as(post("/api/integrations/teams/connect", { webhook_url: webhookUrl }), {})

/** A button that decides nothing. */
export const openInSlack: Prepare = ({ admin }) =>
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
