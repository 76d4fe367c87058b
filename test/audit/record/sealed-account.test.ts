import { assert, layer } from "#test/support/suite"
import { PersonKeyId } from "@svc/contract/kernel/ids"
import { type Effect, Option } from "effect"
import { randomUUID } from "node:crypto"
import { PersonKeys } from "#audit/record/person-keys"
import { makeSealedAccounts } from "#audit/record/sealed-account"
import { Db } from "#platform/database/db"
import { TestServices } from "#test/support/TestApp"
import { anOrganisation, asSystemCaller } from "#test/support/people"
import { systemSql } from "#test/support/tables"

layer(TestServices)("vendor accounts at rest", (it) => {
  it.effect("only the id and name that were sealed are revealed, and none once the person is erased", function* () {
    const orgId = yield* anOrganisation()
    const db = yield* Db
    const keys = yield* PersonKeys
    const { accountIds, revealAccounts, sealAccount, shownAccounts } = yield* makeSealedAccounts
    const inside = <A, E, R>(work: Effect.Effect<A, E, R>) => db.transact(work).pipe(asSystemCaller(orgId))
    const ann = yield* inside(keys.forPerson(orgId, "ann.lee@acme.test"))
    const named = { id: "00u1", name: '[[ann]] "lee"' }
    const sealed = yield* inside(sealAccount(orgId, ann, named))
    assert.match(sealed, /^\[\[aps:v1:[^\]]+\]\]$/)
    const withheld = yield* inside(sealAccount(orgId, PersonKeyId.make(randomUUID()), named))
    const read = [sealed, null, withheld, "no seal"]
    assert.deepStrictEqual(yield* inside(revealAccounts(orgId, read)), [named, null, null, null])
    const [known, unknown, ...unreadable] = yield* inside(accountIds(orgId, read))
    assert.deepStrictEqual([known, unknown], [Option.some("00u1"), Option.some(null)])
    assert.isTrue(unreadable.every(Option.isNone))
    yield* systemSql`UPDATE audit_person_keys SET wrapped_key = NULL, destroyed_at = now() WHERE id = ${ann}`
    assert.deepStrictEqual(yield* inside(revealAccounts(orgId, read)), [null, null, null, null])
    assert.isTrue(Option.isNone((yield* inside(accountIds(orgId, read)))[0] ?? Option.some(null)))
    const erased = { id: "[erased]", name: null }
    assert.deepStrictEqual(yield* inside(shownAccounts(orgId, read)), [erased, null, null, null])
  })
})
