import { assert, layer } from "#test/support/suite"
import { Effect, Predicate } from "effect"
import { TestClock } from "effect/testing"
import { createHmac, randomUUID } from "node:crypto"
import { Hris } from "#offboarding/hris/service"
import { as, send } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { anHrAdmin, directory, HrisApp } from "./support.ts"

const body = JSON.stringify({ type: "employee.updated", data: { employeeId: "1" } })
const timestamp = "1772442000"
const sign = (algorithm: string, text: string, encoding: "hex" | "base64" | "base64url") =>
  createHmac(algorithm, "hook-secret").update(text).digest(encoding)

const signed = {
  bamboohr: {
    "x-bamboohr-timestamp": timestamp,
    "x-bamboohr-signature": sign("sha256", body + timestamp, "hex")
  },
  hibob: { "bob-signature": sign("sha512", body, "base64") },
  merge: { "x-merge-webhook-signature": sign("sha256", body, "base64url") }
} as const

const aHook = Effect.fnUntraced(function* (provider: "bamboohr" | "hibob" | "merge" | "personio") {
  const { admin, vendors } = yield* anHrAdmin(provider)
  const [integration] = yield* systemSql<{
    readonly config: unknown
  }>`SELECT config FROM integrations WHERE org_id = ${admin.orgId}`
  const id = Predicate.hasProperty(integration?.config, "webhook_id") ? String(integration?.config.webhook_id) : ""
  const post = (headers: Readonly<Record<string, string>>, text = body) =>
    send("POST", `/api/integrations/hris/webhook/${id}`, { body: text, headers })
  return { admin, vendors, post, id }
})

/** The providers that sign their calls. */
const signers = ["bamboohr", "hibob", "merge"] as const

const asked = Effect.flatMap(Hris, (hris) => hris.syncAsked(undefined))

layer(HrisApp)("POST /api/integrations/hris/webhook/{id}", (it) => {
  // hr-systems-18: A signed call of a provider starts a sync, once a minute at most.
  it.status.each(signers)(200, "what %s signed makes a sync run, once a minute at most", function* (provider) {
    const { admin, post, vendors } = yield* aHook(provider)
    assert.strictEqual((yield* post(signed[provider])).status, 200)
    assert.strictEqual((yield* post(signed[provider])).status, 200)
    assert.deepInclude(yield* asked, { synced: 1 })
    assert.strictEqual((yield* directory(admin)).length, 5)
    const requests = vendors[provider].requests.length
    yield* post(signed[provider])
    assert.deepInclude(yield* asked, { synced: 0 })
    assert.strictEqual(vendors[provider].requests.length, requests)
    yield* TestClock.adjust("1 minute")
    assert.deepInclude(yield* asked, { synced: 1 })
    assert.deepInclude(yield* asked, { synced: 0 })
  })

  it.status(
    401,
    "alike for a wrong signature, another body, none, an unknown connection and a provider without any",
    function* () {
      const { post } = yield* aHook("hibob")
      const answers = [
        yield* post({ "bob-signature": sign("sha512", "other", "base64") }),
        yield* post(signed.hibob, `${body} `),
        yield* post({}),
        yield* send("POST", `/api/integrations/hris/webhook/${randomUUID()}`, {
          body,
          headers: signed.hibob
        }),
        yield* (yield* aHook("personio")).post(signed.hibob)
      ]
      assert.strictEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1)
      assert.strictEqual(answers[0]?.status, 401)
      assert.deepInclude(yield* asked, { synced: 0 })
    }
  )

  it.status(400, "an id that is none", function* () {
    assert.strictEqual((yield* send("POST", "/api/integrations/hris/webhook/17", { body })).status, 400)
  })
})

layer(HrisApp)("the job hris-sync", (it) => {
  it.effect(
    "visits who is connected; left out are read-only and suspended ones and lost features; one failure stops none",
    function* () {
      const hris = yield* Hris
      const { admin: broken } = yield* anHrAdmin("personio")
      const { admin: readOnly } = yield* anHrAdmin("hibob")
      const { admin: without } = yield* anHrAdmin("hibob")
      const { admin: suspended } = yield* anHrAdmin("hibob")
      const { admin: good, vendors } = yield* anHrAdmin("bamboohr")
      yield* systemSql`UPDATE organisations SET plan_status = 'canceled' WHERE id = ${readOnly.orgId}`
      yield* systemSql`UPDATE organisations SET plan = 'starter' WHERE id = ${without.orgId}`
      yield* systemSql`UPDATE organisations SET suspended = true WHERE id = ${suspended.orgId}`
      vendors.personio.faults.expiresToken = true
      for (const { orgId } of [broken, readOnly, without, suspended, good]) yield* hris.syncAll(orgId)
      assert.strictEqual((yield* directory(good)).length, 5)
      for (const member of [broken, readOnly, without, suspended]) {
        assert.deepStrictEqual(yield* directory(member), [])
      }
      assert.deepInclude(yield* hris.syncAll(undefined), { synced: 1, failed: 1, skipped: 3 })
      const [entry] = yield* systemSql<{ readonly count: number }>`
          SELECT count(*)::int AS count FROM audit_entries WHERE org_id = ${broken.orgId} AND action = 'integration_credential_refused'`
      // Told once, not with every hour.
      assert.strictEqual(entry?.count, 1)
      assert.strictEqual((yield* as(good).post("/api/integrations/hris/sync")).status, 200)
    }
  )
})
