import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { auditText, personal } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { record } from "#test/support/audit-surface"
import { download, jsonOf, SigningApp } from "./exporting.ts"
import { labelled } from "#test/support/labelled"
import { anAdmin, asCaller } from "#test/support/people"

layer(SigningApp)("GET /api/audit-log/export?search=", (it) => {
  it.status(200, "exports what the list finds: sealed values, and words together with them", function* () {
    const member = yield* anAdmin()
    const db = yield* Db
    const personKeys = yield* PersonKeys
    const ann = yield* asCaller(member)(db.transact(personKeys.forPerson(member.orgId, "ann@acme.test")))
    yield* record(member, {
      action: labelled("about"),
      target: auditText`Offboarding of ${personal(ann, "Ann Lee")}`
    })
    yield* record(member, { action: labelled("invited"), target: auditText`${personal(ann, "ann@acme.test")}` })
    yield* record(member, { action: labelled("plain") })
    const exported = (search: string) =>
      Effect.map(download(member, { format: "json", search }), (file) => {
        assert.strictEqual(file.status, 200)
        return jsonOf(file).rows.map(({ action }) => action)
      })
    assert.deepStrictEqual(yield* exported("ANN@acme"), ["invited"])
    assert.deepStrictEqual(yield* exported(" offboarding of ann "), ["about"])
    assert.deepStrictEqual(yield* exported("nobody of this name"), [])
  })
})
