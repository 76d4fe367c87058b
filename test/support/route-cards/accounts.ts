import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { PasswordChanges } from "#organisation/accounts/password-changes"
import { appCode } from "#test/organisation/accounts/support"
import { ask, fromElsewhere } from "#test/organisation/sso/support"
import { mailedToken } from "#test/support/mails"
import { anOrganisation, aSession } from "#test/support/people"
import { signedAnswer } from "#test/support/saml-idp"
import { asSystem } from "#test/support/tables"
import type { Cards } from "./card.ts"
import { provider, signOn } from "./stand-ins.ts"
import { calledWith, fieldIn, password, rowIn, type World } from "./prepare.ts"

/** It needs an instance without an organisation; the entry of both is the one that its first is created with. */
const whileEmpty = { elsewhere: "test/audit/record/every-write.test.ts" }

const secondFactorSetUp = ({ post }: World) =>
  Effect.gen(function* () {
    const secret = yield* fieldIn("secret", yield* post("/api/auth/2fa/setup", {}))
    return { secret, code: yield* appCode(secret) }
  })
/** Its code is a new one: each counts once. */
const secondFactorOn = Effect.fnUntraced(function* (world: World) {
  const { code: first, secret } = yield* secondFactorSetUp(world)
  yield* world.post("/api/auth/2fa/enable", { code: first })
  yield* TestClock.adjust("1 minute")
  return yield* appCode(secret)
})

export const accountCards = {
  "POST /api/auth/login": {
    permission: "open",
    body: { email: "ada@acme.test", password: "correct horse battery" },
    prepare: calledWith(({ admin }) => ({ body: { email: admin.email, password }, bearer: null }))
  },
  "POST /api/auth/logout": { permission: "nothing", also: ["whileReadOnly", "whileSuspended", "withoutOrganisation"] },
  "GET /api/auth/me": { permission: "nothing", also: ["withoutOrganisation"] },
  "POST /api/auth/step-up": {
    permission: "nothing",
    also: ["whileReadOnly", "withoutOrganisation"],
    body: { password: "correct horse battery" },
    prepare: calledWith(() => ({ body: { password } }))
  },
  "POST /api/auth/2fa/verify": {
    permission: "open",
    body: { challengeToken: "token", code: "123456" },
    prepare: (world) =>
      Effect.gen(function* () {
        const fresh = yield* secondFactorOn(world)
        const login = { email: world.admin.email, password }
        const challengeToken = yield* fieldIn("challengeToken", yield* world.post("/api/auth/login", login))
        return { body: { challengeToken, code: fresh }, bearer: null }
      })
  },
  "POST /api/auth/2fa/setup": {
    permission: "nothing",
    also: ["whileReadOnly", "withoutOrganisation"],
    audited: { not: "shows a secret that counts for nothing until it is enabled, which is recorded" }
  },
  "POST /api/auth/2fa/enable": {
    permission: "nothing",
    also: ["whileReadOnly", "withoutOrganisation"],
    body: { code: "123456" },
    prepare: (world) => Effect.map(secondFactorSetUp(world), ({ code: given }) => ({ body: { code: given } }))
  },
  "POST /api/auth/2fa/disable": {
    permission: "nothing",
    also: ["whileReadOnly", "withoutOrganisation"],
    body: { password: "correct horse battery", code: "123456" },
    prepare: (world) => Effect.map(secondFactorOn(world), (fresh) => ({ body: { password, code: fresh } }))
  },
  "POST /api/auth/2fa/recovery-codes": {
    permission: "nothing",
    also: ["whileReadOnly", "withoutOrganisation"],
    body: { password: "correct horse battery", code: "123456" },
    prepare: (world) => Effect.map(secondFactorOn(world), (fresh) => ({ body: { password, code: fresh } }))
  },
  "GET /api/auth/google": { permission: "open" },
  "GET /api/auth/google/start": { permission: "open" },
  "GET /api/auth/google/callback": { permission: "open" },
  "GET /api/auth/register": { permission: "open" },
  "POST /api/auth/register": {
    permission: "open",
    body: {
      fullName: "Ada Lovelace",
      email: "ada@acme.test",
      password: "correct horse battery",
      orgName: "Acme",
      acceptPrivacy: true
    },
    audited: whileEmpty
  },
  "POST /api/auth/verify-email": { permission: "open", body: { token: "token-of-a-mail" }, audited: whileEmpty },
  "POST /api/auth/forgot-password": {
    permission: "open",
    body: { email: "ada@acme.test" },
    prepare: calledWith(({ admin }) => ({ body: { email: admin.email }, bearer: null }))
  },
  "POST /api/auth/reset-password": {
    permission: "open",
    body: { token: "token-of-a-mail", password: "correct horse battery" },
    prepare: ({ admin, post }) =>
      Effect.gen(function* () {
        yield* post("/api/auth/forgot-password", { email: admin.email })
        yield* Effect.flatMap(PasswordChanges, ({ settled }) => settled)
        return { body: { token: yield* mailedToken(admin.email), password: "another horse battery" }, bearer: null }
      })
  },
  "PATCH /api/auth/profile": {
    permission: "nothing",
    also: ["whileReadOnly", "withoutOrganisation"],
    body: { theme: "dark" },
    // A name is kept without the white space around it.
    reach: { fullName: "Ada King" },
    prepare: calledWith(() => ({ body: { fullName: "Ada King" } }))
  },
  "POST /api/auth/change-password": {
    permission: "nothing",
    also: ["whileReadOnly", "withoutOrganisation"],
    body: { currentPassword: "correct horse battery", newPassword: "another horse" },
    prepare: calledWith(() => ({
      body: { currentPassword: password, newPassword: "another horse battery" }
    }))
  },
  "GET /api/auth/sessions": { permission: "nothing", also: ["withoutOrganisation"] },
  "DELETE /api/auth/sessions/{id}": {
    permission: "nothing",
    also: ["whileReadOnly", "withoutOrganisation"],
    // The only session so far is the Super Admin's; it is ended from another.
    prepare: ({ admin }) =>
      Effect.gen(function* () {
        const id = yield* rowIn(admin.orgId, "sessions")
        return { parameters: { id }, bearer: yield* aSession(admin) }
      })
  },
  "POST /api/auth/switch-org": {
    permission: "nothing",
    also: ["whileReadOnly", "whileSuspended"],
    naming: ({ orgId }) => ({ orgId }),
    prepare: ({ admin }) =>
      Effect.gen(function* () {
        const orgId = yield* anOrganisation()
        const now = DateTime.toDateUtc(yield* DateTime.now)
        const membership = { org_id: orgId, user_id: admin.userId, role: "hr", created_at: now }
        yield* asSystem((sql) => sql`INSERT INTO memberships ${sql.insert(membership)}`)
        return { body: { orgId } }
      })
  },
  "POST /api/auth/accept-invite": {
    permission: "open",
    body: { token: "unknown", fullName: "Ada", password: "correct horse battery" },
    prepare: ({ post }) =>
      Effect.gen(function* () {
        const email = `grace-${randomUUID().slice(0, 8)}@acme.test`
        yield* post("/api/invites", { email, role: "hr" })
        return { body: { token: yield* mailedToken(email), fullName: "Grace", password }, bearer: null }
      })
  },
  "GET /api/auth/saml/{orgId}/login": { permission: "open" },
  "GET /api/auth/saml/{orgId}/metadata": { permission: "open" },
  "POST /api/auth/saml/{orgId}/acs": {
    permission: "open",
    also: ["callback", "crossSite"],
    prepare: (world) =>
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
} satisfies Cards
