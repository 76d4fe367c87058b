import type { OrgId } from "@svc/contract/kernel/ids"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { createHmac, randomUUID } from "node:crypto"
import { Secret, TOTP } from "otpauth"
import { PasswordChanges } from "#organisation/accounts/password-changes"
import { Integrations } from "#connections/integrations/service"
import { bodies } from "#test/access/routes"
import { connectTeams, openInSlack, testTeams } from "#test/offboarding/chat/writes"
import { credentials, entraConnection } from "#test/offboarding/hris/support"
import { mailedToken } from "#test/support/mails"
import { anIdentityProvider, signedAnswer } from "#test/support/saml-idp"
import { ask, bodyOf, fromElsewhere } from "#test/organisation/sso/support"
import { aFinding } from "#test/work/residual-access/finding"
import { aMember, anOrganisation, asCaller, aSession } from "#test/support/people"
import { as, send } from "#test/support/requests"
import { asSystem } from "#test/support/tables"
import { aPerson } from "#test/support/cases"
import { caseWrites } from "./case-writes.ts"
import { vendorWrites } from "./vendor-writes.ts"
import { fieldIn, idIn, password, type Prepare, succeeded, type World, type Write } from "./support.ts"

const newest = Effect.fnUntraced(function* (orgId: OrgId, table: string, column = "id") {
  const [row] = yield* asSystem(
    (sql) =>
      sql<{ readonly id: string }>`SELECT ${sql(column)}::text AS id FROM ${sql(table)} WHERE org_id = ${orgId} LIMIT 1`
  )
  return row === undefined ? yield* Effect.die(`There is no row in ${table}`) : row.id
})

const of =
  (write: (world: World) => Write): Prepare =>
  (world) =>
    Effect.sync(() => write(world))

const finding: Prepare = ({ offboardingId, orgId }) =>
  Effect.map(aFinding(orgId, offboardingId), (id) => ({ parameters: { id } }))
const webhook = of(({ webhookId }) => ({ parameters: { id: webhookId } }))
const delivery: Prepare = ({ orgId, webhookId }) =>
  Effect.gen(function* () {
    yield* asSystem((sql) => sql`UPDATE webhook_deliveries SET status = 'failed' WHERE org_id = ${orgId}`)
    return { parameters: { id: webhookId, deliveryId: yield* newest(orgId, "webhook_deliveries") } }
  })
const offboarding = of(({ offboardingId }) => ({ parameters: { id: offboardingId, service: "crm" } }))
const apiKey: Prepare = ({ orgId }) => Effect.map(newest(orgId, "api_keys"), (keyId) => ({ parameters: { keyId } }))
const colleague: Prepare = ({ orgId }) =>
  Effect.map(aMember(orgId, "manager"), ({ userId }) => ({ parameters: { userId } }))
const suite: Prepare = ({ post }) =>
  Effect.gen(function* () {
    const made = yield* post("/api/integrations", { service_name: "google-workspace", config: { access_token: "t" } })
    return { parameters: { id: yield* idIn(made) } }
  })
const role: Prepare = ({ post }) =>
  Effect.gen(function* () {
    const made = yield* post("/api/roles", { name: "Reader", permissions: [], scope: "all" })
    return { parameters: { id: yield* idIn(made) } }
  })

const chain: Prepare = ({ post }) =>
  Effect.gen(function* () {
    const made = yield* post("/api/approval-chains", { name: "One", steps: [{ approver_role: "superadmin" }] })
    return { parameters: { id: yield* idIn(made) } }
  })

/** One that waits for the Super Admin. */
const initiation: Prepare = ({ orgId, post }) =>
  Effect.gen(function* () {
    const made = yield* post("/api/approval-chains", { name: "One", steps: [{ approver_role: "superadmin" }] })
    const submitted = yield* as(yield* aMember(orgId, "manager")).post("/api/offboarding-initiations", {
      employee_name: "Ada",
      exit_date: "2026-04-30",
      no_apps: true,
      chain_id: yield* idIn(made)
    })
    return { parameters: { id: yield* idIn(submitted) } }
  })

const target = ({ post }: World) => Effect.flatMap(post("/api/siem-targets", bodies["POST /api/siem-targets"]), idIn)
const siemTarget: Prepare = (world) => Effect.map(target(world), (id) => ({ parameters: { id } }))

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
    yield* asSystem(
      (sql) => sql`
      INSERT INTO hris_reviews (org_id, id, employee_id, origin, kind, status, stands, created_at)
      VALUES (${orgId}, ${id}, ${employeeId}, 'hris', 'left_without_date', 'waiting', true, now())`
    )
    return { parameters: { id } }
  })

const hrisCall: Prepare = ({ orgId, post }) =>
  Effect.gen(function* () {
    yield* post("/api/integrations/hris/connect", credentials.hibob)
    const [row] = yield* asSystem(
      (sql) =>
        sql<{ readonly id: string }>`
        SELECT config ->> 'webhook_id' AS id FROM integrations WHERE org_id = ${orgId} AND service_name = 'hris'`
    )
    const signature = createHmac("sha512", "hook-secret").update("{}").digest("base64")
    return { parameters: { id: row?.id ?? "" }, body: "{}", headers: { "bob-signature": signature }, bearer: null }
  })

const employee: Prepare = ({ admin }) =>
  Effect.map(aPerson(admin, "Grace Hopper"), ({ id }) => ({ parameters: { id } }))

const code = (secret: string) =>
  Effect.map(DateTime.now, (now) =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: DateTime.toEpochMillis(now) })
  )
const secondFactorSetUp = ({ post }: World) =>
  Effect.gen(function* () {
    const secret = yield* fieldIn("secret", yield* post("/api/auth/2fa/setup", {}))
    return { secret, code: yield* code(secret) }
  })
/** Its code is a new one: each counts once. */
const secondFactorOn = Effect.fnUntraced(function* (world: World) {
  const { code: first, secret } = yield* secondFactorSetUp(world)
  yield* world.post("/api/auth/2fa/enable", { code: first })
  yield* TestClock.adjust("1 minute")
  return yield* code(secret)
})

const provider = await Effect.runPromise(anIdentityProvider())
const signOn = Effect.fnUntraced(function* ({ bearer }: World) {
  return yield* Effect.flatMap(send("PUT", "/api/organizations/me/sso", { bearer, body: bodyOf(provider) }), succeeded)
})

/** How each writing route is called so that it really changes something. A route that is not here is called as by default. */
export const writes: Readonly<Record<string, Prepare>> = {
  ...caseWrites,
  ...vendorWrites,
  "PATCH /api/v1/offboardings/{id}": offboarding,
  "DELETE /api/v1/webhooks/{id}": webhook,
  "POST /api/residual-access/{id}/resolve": finding,
  "POST /api/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver": delivery,
  "POST /api/webhooks/{id}/deliveries/{deliveryId}/redeliver": delivery,
  "PATCH /api/webhooks/{id}": webhook,
  "DELETE /api/webhooks/{id}": webhook,
  "POST /api/webhooks/{id}/rotate-secret": webhook,
  "POST /api/org-employees/{id}/erase": employee,
  "POST /api/auth/login": of(({ admin }) => ({ body: { email: admin.email, password }, bearer: null })),
  "POST /api/auth/step-up": of(() => ({ body: { password } })),
  "POST /api/account/transfer-and-delete": of(({ other }) => ({ body: { user_id: other.userId } })),
  "POST /api/auth/2fa/verify": (world) =>
    Effect.gen(function* () {
      const fresh = yield* secondFactorOn(world)
      const login = { email: world.admin.email, password }
      const challengeToken = yield* fieldIn("challengeToken", yield* world.post("/api/auth/login", login))
      return { body: { challengeToken, code: fresh }, bearer: null }
    }),
  "POST /api/auth/2fa/enable": (world) =>
    Effect.map(secondFactorSetUp(world), ({ code: given }) => ({ body: { code: given } })),
  "POST /api/auth/2fa/disable": (world) =>
    Effect.map(secondFactorOn(world), (fresh) => ({ body: { password, code: fresh } })),
  "POST /api/auth/2fa/recovery-codes": (world) =>
    Effect.map(secondFactorOn(world), (fresh) => ({ body: { password, code: fresh } })),
  "POST /api/auth/forgot-password": of(({ admin }) => ({ body: { email: admin.email }, bearer: null })),
  "POST /api/auth/reset-password": ({ admin, post }) =>
    Effect.gen(function* () {
      yield* post("/api/auth/forgot-password", { email: admin.email })
      yield* Effect.flatMap(PasswordChanges, ({ settled }) => settled)
      return { body: { token: yield* mailedToken(admin.email), password: "another horse battery" }, bearer: null }
    }),
  "POST /api/auth/change-password": of(() => ({
    body: { currentPassword: password, newPassword: "another horse battery" }
  })),
  // The only session so far is the Super Admin's; it is ended from another.
  "DELETE /api/auth/sessions/{id}": ({ admin }) =>
    Effect.gen(function* () {
      const id = yield* newest(admin.orgId, "sessions")
      return { parameters: { id }, bearer: yield* aSession(admin) }
    }),
  "POST /api/auth/switch-org": ({ admin }) =>
    Effect.gen(function* () {
      const orgId = yield* anOrganisation()
      const now = DateTime.toDateUtc(yield* DateTime.now)
      const membership = { org_id: orgId, user_id: admin.userId, role: "hr", created_at: now }
      yield* asSystem((sql) => sql`INSERT INTO memberships ${sql.insert(membership)}`)
      return { body: { orgId } }
    }),
  "POST /api/keys/{keyId}/rotate": apiKey,
  "DELETE /api/keys/{keyId}": apiKey,
  "PATCH /api/siem-targets/{id}": siemTarget,
  "DELETE /api/siem-targets/{id}": siemTarget,
  "POST /api/siem-targets/{id}/test": siemTarget,
  "POST /api/siem-targets/batch-export": (world) =>
    Effect.map(target(world), (target_id) => ({ body: { target_id, from: "2026-03-01", to: "2026-03-31" } })),
  "PATCH /api/integrations/{id}": ({ orgId }) =>
    Effect.map(newest(orgId, "integrations"), (id) => ({ parameters: { id } })),
  "PATCH /api/integrations/{id}/auto-reply-setting": suite,
  "PATCH /api/integrations/{id}/drive-transfer-setting": suite,
  "POST /api/integrations/saas-revocation/connect": of(() => ({
    body: { service_name: "hr", protocol: "webhook", base_url: "https://127.0.0.1:9/", token: "secret" }
  })),
  "POST /api/integrations/teams/connect": connectTeams,
  "POST /api/integrations/teams/test": testTeams,
  "POST /api/integrations/slack/interactions": openInSlack,
  "DELETE /api/integrations/{id}": ({ orgId }) =>
    Effect.map(newest(orgId, "integrations"), (id) => ({ parameters: { id } })),
  "DELETE /api/integrations/scim/setup": ({ post }) => Effect.as(post("/api/integrations/scim/setup", {}), {}),
  "PATCH /api/auth/profile": of(() => ({ body: { fullName: "Ada King" } })),
  "POST /api/webhooks/{id}/ping": webhook,
  "POST /api/notifications/{id}/read": ({ admin }) =>
    Effect.gen(function* () {
      const rows = yield* asSystem(
        (sql) => sql<{ readonly id: string }>`SELECT id FROM notifications WHERE user_id = ${admin.userId}`
      )
      return { parameters: { id: rows[0]?.id ?? "none" } }
    }),
  "POST /api/revoke-access/preview": of(({ offboardingId }) => ({ body: { offboardingId } })),
  "POST /api/revoke-access": of(({ offboardingId }) => ({ body: { offboardingId } })),
  "POST /api/employees/{id}/apps/{service}/confirm-removed": offboarding,
  "POST /api/employees/{id}/confirm-no-apps": ({ key, post }) =>
    Effect.gen(function* () {
      const made = yield* post("/api/v1/offboardings", { employee_name: "Alan", exit_date: "2026-04-30" }, key)
      return { parameters: { id: yield* idIn(made) } }
    }),
  "POST /api/employees/{id}/confirm-asset-return": offboarding,
  "PATCH /api/members/{userId}": colleague,
  "DELETE /api/members/{userId}": colleague,
  "DELETE /api/invites/{id}": ({ post }) =>
    Effect.gen(function* () {
      const made = yield* post("/api/invites", { email: "grace@acme.test", role: "hr" })
      return { parameters: { id: yield* idIn(made) } }
    }),
  "POST /api/auth/accept-invite": ({ post }) =>
    Effect.gen(function* () {
      const email = `grace-${randomUUID().slice(0, 8)}@acme.test`
      yield* post("/api/invites", { email, role: "hr" })
      return { body: { token: yield* mailedToken(email), fullName: "Grace", password }, bearer: null }
    }),
  "PATCH /api/approval-chains/{id}": chain,
  "DELETE /api/approval-chains/{id}": chain,
  "PATCH /api/offboarding-initiations/settings": of(() => ({ body: { require_initiation_approval: false } })),
  "PATCH /api/offboarding-initiations/{id}": initiation,
  "POST /api/integrations/hris/sync": hrisConnected,
  "POST /api/integrations/azure-ad/sync": entraConnected,
  "POST /api/integrations/hris/reviews/{id}/accept": hrisReview,
  "POST /api/integrations/hris/reviews/{id}/dismiss": hrisReview,
  "POST /api/integrations/hris/webhook/{id}": hrisCall,
  "POST /api/offboarding-initiations/{id}/approve": initiation,
  "POST /api/offboarding-initiations/{id}/reject": initiation,
  "POST /api/offboarding-initiations/{id}/delegate": (world) =>
    Effect.gen(function* () {
      const { userId } = yield* aMember(world.orgId, "hr")
      return { ...(yield* initiation(world)), body: { delegate_id: userId } }
    }),
  "DELETE /api/offboarding-initiations/{id}": initiation,
  "PATCH /api/roles/{id}": role,
  "DELETE /api/roles/{id}": role,
  "DELETE /api/organizations/me/deletion": ({ post }) => Effect.as(post("/api/organizations/me/deletion"), {}),
  "PUT /api/organizations/me/sso": of(() => ({ body: bodyOf(provider) })),
  "DELETE /api/organizations/me/sso": (world) => Effect.as(signOn(world), {}),
  "POST /api/auth/saml/{orgId}/acs": (world) =>
    Effect.gen(function* () {
      yield* signOn(world)
      const question = yield* ask(world.orgId)
      const form = new URLSearchParams({
        SAMLResponse: yield* signedAnswer(provider, question, { email: world.admin.email }),
        RelayState: question.relayState
      })
      return { parameters: { orgId: world.orgId }, body: form.toString(), headers: fromElsewhere, bearer: null }
    })
}

/** Writing routes that leave no entry, each with the reason. */
export const withoutEntry: Readonly<Record<string, string>> = {
  "POST /api/revoke-access/preview": "reads: tells what a revocation would do",
  "POST /api/integrations/slack/interactions":
    "decides through the verbs of initiations, which record it under the member who pressed; other presses change nothing",
  "POST /api/integrations/hris/webhook/{id}": "asks for a sync, which is recorded when it runs",
  "POST /api/webhooks/{id}/ping": "sends a test request and keeps nothing",
  "POST /api/integrations/sms/status": "tells what became of a message whose sending is recorded",
  "POST /api/notifications/{id}/read": "what a member has seen is theirs and changes nothing of the organisation's",
  "POST /api/notifications/read-all": "what a member has seen is theirs and changes nothing of the organisation's",
  "POST /api/auth/2fa/setup": "shows a secret that counts for nothing until it is enabled, which is recorded"
}

/** Routes that need an instance without an organisation; the entry of both is the one that its first is created with. */
export const whileEmpty = ["POST /api/auth/register", "POST /api/auth/verify-email"]

/** Routes that need a vendor to say yes; the entry of each is asserted in test/connections/integrations/connects.test.ts. */
export const atVendors = [
  "okta",
  "azure-ad",
  "jumpcloud",
  "onelogin",
  "ping",
  "slack",
  "docusign",
  "adobe-sign",
  "dropbox-sign",
  "alumni"
].map((provider) => `POST /api/integrations/${provider}/connect`)

export const bodyFor = (name: string, { body }: Write) => body ?? bodies[name]
