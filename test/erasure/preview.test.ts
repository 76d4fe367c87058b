import { assert, layer } from "#test/support/suite"
import { ErasurePreview } from "@svc/contract/erasure/schema"
import { Effect, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { AppWithFolder } from "#test/exports/support"
import { aMember, aSuperAdmin, type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { aPerson } from "#test/support/cases"
import { aLeaver, erase, storedEntries } from "./support.ts"

const decode = Schema.decodeUnknownEffect(Schema.toCodecJson(ErasurePreview))

const preview = (member: Member, id: string) =>
  Effect.flatMap(as(member).get(`/api/org-employees/${id}/erasure`), ({ body }) => decode(body))

const codes = ({ obstacles }: ErasurePreview) => obstacles.map(({ code }) => code)

layer(AppWithFolder)("GET /api/org-employees/{id}/erasure", (it) => {
  // erasure-14: `GET /api/org-employees/{id}/erasure` says in figures what an erasure would do now, and what stands
  //   against it, with the cases that it is for; it changes nothing.
  it.status(200, "says in figures what would go, and what stays; and changes nothing", function* () {
    const { member, offboardingId, person } = yield* aLeaver
    yield* as(member).post(`/api/employees/${offboardingId}/compliance`, { name: "NDA" })
    const before = yield* storedEntries(member)
    const said = yield* preview(member, person.id)
    assert.deepInclude(said, {
      erased_at: null,
      offboardings: 1,
      open_offboardings: 1,
      documents: 1,
      exports: 0,
      keys: 1,
      obstacles: []
    })
    // Made, offboarded, and given a document.
    assert.strictEqual(said.entries, 3)
    assert.deepStrictEqual(yield* storedEntries(member), before)
  })

  // erasure-14
  it.status(200, "what stands against it is what the erasure then says, with the cases that it is for", function* () {
    const { member, offboardingId, person } = yield* aLeaver
    const hold = (held: boolean) =>
      as(member).put(`/api/employees/${offboardingId}/legal-hold`, { held, reason: "A dispute is coming" })
    yield* hold(true)
    const said = yield* preview(member, person.id)
    const refused = yield* erase(member, person.id)
    assert.deepInclude(refused.body, { code: "legal_hold", error: said.obstacles[0]?.error })
    assert.deepStrictEqual(
      said.obstacles.map(({ code, offboarding_ids }) => ({ code, offboarding_ids: offboarding_ids.map(String) })),
      [{ code: "legal_hold", offboarding_ids: [offboardingId] }]
    )
    yield* hold(false)
    assert.deepStrictEqual(codes(yield* preview(member, person.id)), ["legal_hold"], "for 7 days more")
  })

  it.status(200, "once somebody is erased, when that was", function* () {
    const { member, person } = yield* aLeaver
    const { body } = yield* erase(member, person.id)
    const said = yield* preview(member, person.id)
    assert.isNotNull(said.erased_at)
    assert.deepInclude(said, { offboardings: 1, keys: 1, obstacles: [] })
    assert.deepInclude(body, { offboardings: 1, keys_destroyed: 1 })
  })

  it.status(400, "an id that is none", function* () {
    yield* withStatus(400, as(yield* aSuperAdmin()).get("/api/org-employees/ada/erasure"))
  })

  it.status(404, "nobody of the directory, another organisation's, and one out of the caller's scope", function* () {
    const member = yield* aSuperAdmin()
    const person = yield* aPerson(member, "Ada Lovelace", { department: "Research" })
    const elsewhere = yield* aMember(member.orgId, {
      permissions: ["employees_manage"],
      scope: "departments",
      departments: ["Sales"]
    })
    for (const [who, id] of [
      [member, randomUUID()],
      [yield* aSuperAdmin(), person.id],
      [elsewhere, person.id]
    ] as const) {
      const { body } = yield* withStatus(404, as(who).get(`/api/org-employees/${id}/erasure`))
      assert.deepStrictEqual(body, { error: "Employee not found" })
    }
  })
})
