import { assert, layer } from "#test/support/suite"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { TestApp } from "#test/support/TestApp"
import { as, withStatus } from "#test/support/requests"
import { aCase, aColleague, anIntegrator } from "./support.ts"

const WithId = Schema.Struct({ id: Schema.String })
const idOf = ({ body }: { readonly body: unknown }) =>
  Effect.map(Schema.decodeUnknownEffect(WithId)(body), ({ id }) => id)

const WithTasks = Schema.Struct({ checklist_items: Schema.NonEmptyArray(WithId) })

const reason = "was entered by mistake"

/** A case with a task, a signed document and an asset, and every way to make something of it go; the case last. */
const aFullCase = Effect.gen(function* () {
  const from = yield* anIntegrator()
  const { admin } = from
  const email = `leaver.${randomUUID()}@acme.test`
  const colleague = yield* aColleague(from, email)
  const { id } = yield* aCase(from, { employee_email: email })
  const asset = yield* Effect.flatMap(
    as(admin).post("/api/assets", { itemName: "Laptop", serialNumber: "SN-1", orgEmployeeId: colleague.id }),
    idOf
  )
  const document = yield* Effect.flatMap(as(admin).post(`/api/employees/${id}/compliance`, { name: "NDA" }), idOf)
  const signed = `/api/employees/compliance/${document}/status`
  yield* as(admin).patch(signed, { status: "signed", signed_by: "Ada", signature_reference: "Cabinet 7" })
  const shown = yield* as(admin).get(`/api/employees/${id}`)
  const [task] = (yield* Schema.decodeUnknownEffect(WithTasks)(shown.body)).checklist_items
  const ways = [
    ["its task", as(admin).delete(`/api/employees/checklist/${task.id}`, { reason })],
    ["its signature", as(admin).patch(signed, { status: "pending" })],
    ["its document", as(admin).delete(`/api/employees/compliance/${document}`, { reason })],
    ["its asset", as(admin).delete(`/api/assets/${asset}`)],
    ["its person", as(admin).post(`/api/org-employees/${colleague.id}/erase`)],
    ["the case", as(admin).delete(`/api/employees/${id}`, { reason })]
  ] as const
  const hold = (held: boolean) => as(admin).put(`/api/employees/${id}/legal-hold`, { held, reason: "a lawsuit" })
  return { admin, hold, id, ways }
})

layer(TestApp)("legal hold freezes, while held and for 7 days after release", (it) => {
  // cases-23
  it.status(
    409,
    "legal_hold: nothing of a held case goes, be it a task, signature, document, asset or the person",
    function* () {
      const { admin, hold, id, ways } = yield* aFullCase
      const allFrozen = Effect.gen(function* () {
        for (const [what, attempt] of ways) {
          const answer = yield* withStatus(409, attempt, what)
          assert.deepInclude(answer.body, { code: "legal_hold" }, what)
        }
        const bulk = yield* withStatus(200, as(admin).post("/api/employees/bulk-delete", { ids: [id], reason }))
        assert.include(JSON.stringify(bulk.body), '"code":"legal_hold"')
      })
      assert.strictEqual((yield* hold(true)).status, 200)
      yield* allFrozen
      yield* TestClock.adjust("30 days")
      yield* allFrozen
      assert.strictEqual((yield* hold(false)).status, 200)
      yield* allFrozen
      yield* TestClock.adjust(7 * 24 * 60 * 60 * 1000 - 1)
      yield* allFrozen
      yield* TestClock.adjust(1)
      for (const [what, attempt] of ways) assert.strictEqual((yield* attempt).status, 200, what)
    }
  )
})
