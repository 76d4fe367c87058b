import { assert, layer } from "#test/support/suite"
import { CreatedApiKey } from "@svc/contract/api-keys/schema"
import { EmailAddress } from "@svc/contract/kernel/text"
import { CreatedWebhook } from "@svc/contract/webhooks/schema"
import { Effect, Redacted, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { Accounts } from "#organisation/accounts/service"
import { AppConfig } from "#platform/config/config"
import { appCode, challengeIn, codesIn, secretIn } from "#test/organisation/accounts/support"
import { aPlainReceiver } from "#test/support/plain-receiver"
import { startScimVendor } from "#test/support/scim-vendor"
import { aServiceProcess } from "#test/support/service-process"
import { LiveServices } from "#test/support/TestApp"
import { anOrganisation } from "#test/support/people"
import { asSystem, systemSql } from "#test/support/tables"

const decodeKey = Schema.decodeUnknownEffect(Schema.toCodecJson(CreatedApiKey))
const decodeWebhook = Schema.decodeUnknownEffect(Schema.toCodecJson(CreatedWebhook))

const tables = Effect.gen(function* () {
  const names = yield* systemSql<{
    name: string
  }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'platform_migrations'`
  return yield* Effect.forEach(names, ({ name }) =>
    Effect.map(
      asSystem((sql) => sql<{ row: string }>`SELECT t::text AS row FROM ${sql(name)} t`),
      (rows) => `${name}\n${rows.map(({ row }) => row).join("\n")}`
    )
  )
})

layer(LiveServices, { timeout: "180 seconds", excludeTestServices: true })(
  "secrets that a customer gave or got",
  (it) => {
    it.effect("stand in no log line at the finest level, in no error body, and in no table in clear", function* () {
      const orgId = yield* anOrganisation()
      const password = `canary-password-${randomUUID()}`
      const vendorToken = `canary-vendor-${randomUUID()}`
      const email = EmailAddress.make(`canary-${randomUUID()}@acme.test`)
      const accounts = yield* Accounts
      yield* accounts.createUser({
        orgId,
        email,
        fullName: "Canary",
        role: "superadmin",
        password: Redacted.make(password)
      })
      const vendor = yield* Effect.acquireRelease(
        Effect.promise(() => startScimVendor({ token: vendorToken, people: [{ userName: "ada@acme.test" }] })),
        (started) => Effect.promise(() => started.close())
      )
      const receiver = yield* aPlainReceiver()
      const service = yield* aServiceProcess({ LOG_LEVEL: "all" })
      const answers: Array<string> = []
      const call = (method: string, path: string, headers: Readonly<Record<string, string>>, body?: object) =>
        Effect.promise(async () => {
          const response = await fetch(`${service.baseUrl}${path}`, {
            method,
            headers: { "content-type": "application/json", ...headers },
            ...(body === undefined ? {} : { body: JSON.stringify(body) })
          })
          const text = await response.text()
          if (!response.ok) answers.push(text)
          return { text, cookie: response.headers.get("set-cookie") ?? "", status: response.status }
        })

      yield* call("POST", "/api/auth/login", {}, { email, password: `${password}-wrong` })
      const login = yield* call("POST", "/api/auth/login", {}, { email, password })
      const session = /access_token=([^;]+)/.exec(login.cookie)?.[1] ?? ""
      const cookie = { cookie: `access_token=${session}` }
      yield* call("POST", "/api/auth/step-up", cookie, { password })
      const key = yield* decodeKey(
        JSON.parse(
          (yield* call("POST", "/api/keys", cookie, {
            name: "CI",
            scopes: ["offboardings:read", "offboardings:write", "webhooks:write"],
            expires_at: null
          })).text
        )
      )
      const bearer = { authorization: `Bearer ${key.raw_key}` }
      const target = { service_name: "crm", protocol: "scim", base_url: vendor.baseUrl }
      yield* call("POST", "/api/integrations/saas-revocation/connect", cookie, {
        ...target,
        token: `${vendorToken}-wrong`
      })
      yield* call("POST", "/api/integrations/saas-revocation/connect", cookie, { ...target, token: vendorToken })
      yield* call("GET", "/api/integrations", cookie)
      const webhook = yield* decodeWebhook(
        JSON.parse(
          (yield* call("POST", "/api/v1/webhooks", bearer, { url: receiver.url, events: ["offboarding.created"] })).text
        )
      )
      yield* call("POST", "/api/v1/offboardings", bearer, {
        employee_name: "Ada",
        employee_email: "ada@acme.test",
        exit_date: "2030-01-31",
        apps_to_revoke: ["crm"]
      })
      yield* call("POST", "/api/v1/offboardings", bearer, { employee_name: 17, exit_date: key.raw_key })
      yield* call("GET", "/api/v1/offboardings/nope", { authorization: `Bearer ${key.raw_key.slice(0, -1)}` })
      yield* receiver.until(1)
      const { secret: twoFactorSecret } = yield* secretIn(
        JSON.parse((yield* call("POST", "/api/auth/2fa/setup", cookie, {})).text)
      )
      yield* call("POST", "/api/auth/2fa/enable", cookie, { code: "123 45" })
      const enabled = yield* call("POST", "/api/auth/2fa/enable", cookie, { code: yield* appCode(twoFactorSecret) })
      const [recoveryCode = "", usedRecoveryCode = ""] = yield* codesIn(JSON.parse(enabled.text))
      const challengeToken = yield* challengeIn(
        JSON.parse((yield* call("POST", "/api/auth/login", {}, { email, password })).text)
      )
      yield* call("POST", "/api/auth/2fa/verify", {}, { challengeToken, code: `${recoveryCode}0` })
      yield* call("POST", "/api/auth/2fa/verify", {}, { challengeToken, code: [recoveryCode] })
      yield* call("POST", "/api/auth/2fa/verify", {}, { challengeToken, code: usedRecoveryCode })
      const linkToken = `canary-link-${randomUUID()}`
      const newPassword = `canary-new-${randomUUID()}`
      const answered = `canary-answer-${randomUUID()}`
      yield* call("POST", "/api/auth/verify-email", {}, { token: linkToken })
      yield* call("POST", "/api/auth/reset-password", {}, { token: linkToken, password: newPassword })
      yield* call("POST", "/api/auth/reset-password", {}, { token: [linkToken], password: { newPassword } })
      yield* call("POST", "/api/auth/accept-invite", {}, { token: linkToken, fullName: "Eve", password: newPassword })
      const mine = { email, password: newPassword, fullName: "Eve", orgName: "Evil", acceptPrivacy: true }
      yield* call("POST", "/api/auth/register", {}, mine)
      yield* call("POST", "/api/auth/change-password", cookie, { currentPassword: `${password}?`, newPassword })
      yield* call("POST", "/api/auth/change-password", cookie, {
        currentPassword: password,
        newPassword: [newPassword]
      })
      yield* call("GET", `/api/auth/google/callback?code=${answered}&state=${answered}`, {
        cookie: `google_sign_in=${answered}`
      })
      yield* call("POST", `/api/auth/saml/${orgId}/acs`, {}, { SAMLResponse: answered })
      yield* call("GET", `/files/${linkToken}`, {})
      yield* call("GET", "/api/audit-log", cookie)
      yield* service.stop("SIGTERM")

      const { masterKey, operatorToken } = yield* AppConfig
      const canaries = {
        password,
        vendorToken,
        session,
        twoFactorSecret,
        recoveryCode,
        usedRecoveryCode,
        challengeToken,
        linkToken,
        newPassword,
        answered,
        apiKey: key.raw_key,
        webhookSecret: Redacted.isRedacted(webhook.secret) ? Redacted.value(webhook.secret) : webhook.secret,
        masterKey: Buffer.from(Redacted.value(masterKey)).toString("base64"),
        operatorToken: Redacted.value(operatorToken)
      }
      const stored = yield* tables
      assert.isAbove(service.log().length, 1000)
      for (const [name, canary] of Object.entries(canaries)) {
        assert.isAbove(canary.length, 13, name)
        assert.notInclude(service.log(), canary, `${name} in the log`)
        for (const answer of answers) assert.notInclude(answer, canary, `${name} in an error body`)
        for (const table of stored) assert.notInclude(table, canary, `${name} in the table ${table.split("\n", 1)[0]}`)
      }
    })
  }
)
