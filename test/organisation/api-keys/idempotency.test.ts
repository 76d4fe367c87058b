import { assert } from "#test/support/suite"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { layerOfFile } from "#test/support/layer-of-file"
import { TestApp } from "#test/support/TestApp"
import { aKey, anAdmin } from "#test/support/people"
import { send } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { KeyAnswers } from "#organisation/api-keys/idempotency"

const path = "/api/v1/offboardings"
const body = { employee_name: "No Mail", exit_date: "2031-05-20" }

const aCaller = Effect.gen(function* () {
  const admin = yield* anAdmin()
  const bearer = yield* aKey(admin)
  const post = (key: string, sent: unknown = body, to: string = path) =>
    send("POST", to, { bearer, body: sent, headers: { "idempotency-key": key } })
  const cases = Effect.map(systemSql`SELECT id FROM offboardings WHERE org_id = ${admin.orgId}`, (rows) => rows.length)
  return { admin, bearer, post, cases }
})

const reused = {
  error: "This Idempotency-Key was used for a different request in the last 24 hours. Send a new key with a new request"
}
const running = { error: "A request with this Idempotency-Key is still running. Wait a moment, then send it again" }

const withTestApp = layerOfFile(TestApp)

withTestApp("Idempotency-Key on a POST of the public API", (it) => {
  // versions-4
  it.effect("the same key and body: the first answer again, byte for byte, and one case", function* () {
    const { cases, post } = yield* aCaller
    const first = yield* post("abc-1")
    yield* TestClock.adjust("23 hours")
    const again = yield* post("abc-1")
    assert.strictEqual(first.status, 201)
    assert.deepStrictEqual([again.status, again.text], [201, first.text])
    assert.deepStrictEqual(
      [first.headers["idempotency-replayed"], again.headers["idempotency-replayed"]],
      [undefined, "true"]
    )
    assert.strictEqual(yield* cases, 1)
    // Another key means another request, and after 24 hours so does the same one.
    yield* post("abc-2")
    yield* TestClock.adjust("2 hours")
    yield* post("abc-1")
    assert.strictEqual(yield* cases, 3)
  })

  it.effect("a webhook that is created again answers the same secret, which is stored sealed", function* () {
    const { admin, post } = yield* aCaller
    const input = { url: "https://8.8.8.8/hooks", events: ["offboarding.created"] }
    const first = yield* post("hook", input, "/api/v1/webhooks")
    const again = yield* post("hook", input, "/api/v1/webhooks")
    assert.strictEqual(first.status, 201, first.text)
    assert.include(first.text, "whsec_")
    assert.strictEqual(again.text, first.text)
    const rows = yield* systemSql<{
      row: string
    }>`SELECT a::text AS row FROM api_key_answers a WHERE org_id = ${admin.orgId}`
    assert.lengthOf(rows, 1)
    assert.notInclude(rows[0]?.row, "whsec_")
  })

  it.status(409, "another body, or another path", function* () {
    const { cases, post } = yield* aCaller
    yield* post("abc")
    const other = yield* post("abc", { ...body, employee_name: "Other" })
    assert.deepStrictEqual([other.status, other.body], [409, reused])
    const elsewhere = yield* post("abc", { url: "https://8.8.8.8/", events: ["asset.returned"] }, "/api/v1/webhooks")
    assert.deepStrictEqual([elsewhere.status, elsewhere.body], [409, reused])
    assert.strictEqual(yield* cases, 1)
  })

  it.status(409, "while the first is running; of many at once one creates", function* () {
    const { cases, post } = yield* aCaller
    const answers = yield* Effect.all(
      Array.from({ length: 8 }, () => post("at once")),
      { concurrency: "unbounded" }
    )
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      assert.deepStrictEqual([answer.status, answer.body], [409, running])
    }
    assert.lengthOf(new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text)), 1)
    assert.strictEqual(yield* cases, 1)
  })

  // keys-29: An idempotent call whose process died runs again after two minutes, with the same request only.
  it.effect("a key whose process died runs again once its lease has ended, with the same request alone", function* () {
    const { admin, cases, post } = yield* aCaller
    yield* post("lost")
    yield* systemSql`UPDATE api_key_answers SET sealed_answer = NULL WHERE org_id = ${admin.orgId}`
    const early = yield* post("lost")
    assert.deepStrictEqual([early.status, early.body], [409, running])
    yield* TestClock.adjust("2 minutes")
    const other = yield* post("lost", { ...body, employee_name: "Other" })
    assert.deepStrictEqual([other.status, other.body], [409, reused])
    assert.strictEqual((yield* post("lost")).status, 201)
    assert.strictEqual(yield* cases, 2)
  })

  // keys-31: A refusal is not stored under an `Idempotency-Key`: the same key works once the reason is gone.
  it.effect("a refusal is not kept: the same key may be sent again once its reason is gone", function* () {
    const { admin, cases, post } = yield* aCaller
    assert.strictEqual((yield* post("retry", { ...body, apps_to_revoke: ["nowhere"] })).status, 400)
    yield* systemSql`UPDATE organisations SET plan_status = 'canceled' WHERE id = ${admin.orgId}`
    assert.strictEqual((yield* post("retry")).status, 402)
    yield* systemSql`UPDATE organisations SET plan_status = 'active' WHERE id = ${admin.orgId}`
    assert.strictEqual((yield* post("retry")).status, 201)
    assert.strictEqual(yield* cases, 1)
  })

  it.status(400, "a key that is empty, longer than 255 characters or not printable", function* () {
    const { cases, post } = yield* aCaller
    for (const key of ["x".repeat(256), "caf\u00e9"]) {
      const { body: told, status } = yield* post(key)
      assert.deepStrictEqual(
        [status, told],
        [400, { error: "Idempotency-Key: must be 1 to 255 printable ASCII characters" }]
      )
    }
    assert.strictEqual((yield* post("x".repeat(255))).status, 201)
    assert.strictEqual(yield* cases, 1)
  })

  // keys-30: An `Idempotency-Key` belongs to one API key, and its response is deleted after 24 hours.
  it.effect("keys of two API keys do not meet; the night's job deletes what is older than 24 hours", function* () {
    const { admin, cases, post } = yield* aCaller
    const other = yield* aKey(admin)
    yield* post("same")
    const headers = { "idempotency-key": "same" }
    assert.strictEqual((yield* send("POST", path, { bearer: other, body, headers })).status, 201)
    assert.strictEqual(yield* cases, 2)
    yield* TestClock.adjust("25 hours")
    yield* post("new")
    const answers = yield* KeyAnswers
    assert.strictEqual(yield* answers.purge(admin.orgId), 2)
    const left = yield* systemSql`SELECT 1 FROM api_key_answers WHERE org_id = ${admin.orgId}`
    assert.lengthOf(left, 1)
  })
})
