import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { withKey } from "#test/support/requests"
import { entriesOf, eventsOf } from "#test/support/log"
import { leaver } from "#test/support/cases"
import { aCase, anIntegrator, listed, OffboardingsSurface, patch } from "./support.ts"

const path = "/api/v1/offboardings"

layer(OffboardingsSurface)("POST /api/v1/offboardings", (it) => {
  // cases-12
  it.status(
    409,
    "duplicate: of fifty creates at once for one e-mail one is 201 and 49 are 409 with its id",
    function* () {
      const from = yield* anIntegrator()
      const answers = yield* Effect.all(
        Array.from({ length: 50 }, (_, n) =>
          withKey(from.key).post(
            path,
            leaver({
              employee_email: n % 2 === 0 ? "ada@acme.test" : "ADA@Acme.Test",
              employee_department: `D${n % 5}`
            })
          )
        ),
        { concurrency: "unbounded" }
      )
      const created = answers.filter(({ status }) => status === 201)
      assert.lengthOf(created, 1)
      const { data } = yield* listed(from)
      assert.lengthOf(data, 1)
      const id = data[0]?.id ?? ""
      assert.include(created[0]?.body, { id })
      const refused = answers.filter(({ status }) => status === 409)
      assert.lengthOf(refused, 49)
      for (const { body } of refused) assert.include(body, { code: "duplicate", id })
      assert.lengthOf(yield* eventsOf(from.orgId, { offboardingId: id }), 1)
      assert.lengthOf(yield* entriesOf(from.orgId, { offboardingId: id }), 1)
    }
  )

  it.status(
    409,
    "duplicate: however the open case was moved on meanwhile, a retry names it; a closed one is none",
    function* () {
      const from = yield* anIntegrator()
      const { id } = yield* aCase(from, { employee_email: "ada@acme.test" })
      for (const status of ["notice_period", "it_revocation", "pending"]) {
        yield* patch(from, id, { status })
        const retry = yield* withKey(from.key).post(
          path,
          leaver({ employee_email: "ada@acme.test", exit_date: "2027-01-01" })
        )
        assert.strictEqual(retry.status, 409)
        assert.include(retry.body, { code: "duplicate", id })
      }
      yield* patch(from, id, { status: "cancelled", reason: "stays with us" })
      assert.strictEqual((yield* withKey(from.key).post(path, leaver({ employee_email: "ada@acme.test" }))).status, 201)
    }
  )

  it.status(201, "creates without an e-mail are never duplicates of each other, fifty at once", function* () {
    const from = yield* anIntegrator()
    const answers = yield* Effect.all(
      Array.from({ length: 50 }, (_, n) =>
        withKey(from.key).post(path, leaver(n % 2 === 0 ? {} : { employee_email: null }))
      ),
      { concurrency: "unbounded" }
    )
    assert.isTrue(answers.every(({ status }) => status === 201))
    assert.strictEqual((yield* listed(from)).meta.total, 50)
  })

  it.status(400, "or 409: spaces around an address open no second case", function* () {
    const from = yield* anIntegrator()
    yield* aCase(from, { employee_email: "ada@acme.test" })
    for (const employee_email of [" ada@acme.test", "ada@acme.test ", "\tADA@acme.test\n", "ada@acme.test\u00a0"]) {
      const { status } = yield* withKey(from.key).post(path, leaver({ employee_email }))
      assert.include([400, 409], status, JSON.stringify(employee_email))
    }
    assert.strictEqual((yield* listed(from)).meta.total, 1)
  })

  it.status(
    409,
    "duplicate: the case of letters is ASCII's, so no two spellings of one address are open",
    function* () {
      const from = yield* anIntegrator()
      const spellings = ["i.kim+hr@acme.test", "I.KIM+HR@ACME.TEST", "I.Kim+hr@acme.TEST"]
      for (const [n, employee_email] of spellings.entries()) {
        const { status } = yield* withKey(from.key).post(path, leaver({ employee_email }))
        assert.strictEqual(status, n === 0 ? 201 : 409, employee_email)
      }
    }
  )
})
