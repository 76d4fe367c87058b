import { assert, layer } from "#test/support/suite"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { TestApp } from "#test/support/TestApp"
import { aKey, aMember, aSession, aSuperAdmin, type Member } from "#test/support/people"
import { as, type Asked, send } from "#test/support/requests"

const statusWith = (key: string) =>
  Effect.map(send("GET", "/api/v1/employees", { bearer: key }), ({ status }) => status)

const decodeKeys = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ id: Schema.String, revoked_at: Schema.NullOr(Schema.String) }))
)
const decodeRotated = Schema.decodeUnknownEffect(Schema.Struct({ raw_key: Schema.String }))

type Ending = readonly [name: string, end: (creator: Member, colleague: Member) => Asked]

const endings: ReadonlyArray<Ending> = [
  ["is removed from the organisation", (creator, by) => as(by).delete(`/api/members/${creator.userId}`)],
  ["leaves the organisation", (creator) => as(creator).delete("/api/account/leave-org")],
  ["deletes the account", (creator) => as(creator).delete("/api/account")],
  [
    "hands over and deletes the account",
    (creator, by) => as(creator).post("/api/account/transfer-and-delete", { user_id: by.userId })
  ]
]

layer(TestApp)("an API key whose creator goes", (it) => {
  // keys-20: Keys are revoked when their creator leaves, is removed or closes the account, audited as `api_key.revoked`
  //   with the reason.
  it.effect.each(endings)("revoked (irreversible; both secrets end at once) when its creator %s", function* ([, end]) {
    const creator = yield* aSuperAdmin()
    const colleague = yield* aMember(creator.orgId)
    const old = yield* aKey(creator)
    const kept = yield* aKey(colleague)
    const [, key] = yield* Effect.flatMap(as(colleague).get("/api/keys"), ({ body }) => decodeKeys(body))
    const rotate = as(colleague).post(`/api/keys/${key?.id}/rotate`, { grace: "7d" })
    const { raw_key } = yield* Effect.flatMap(rotate, ({ body }) => decodeRotated(body))
    const all = Effect.forEach([old, raw_key, kept], statusWith)
    assert.deepStrictEqual(yield* all, [200, 200, 200])

    assert.strictEqual((yield* end(creator, colleague)).status, 200)
    assert.deepStrictEqual(yield* all, [401, 401, 200])
    const listed = yield* Effect.flatMap(as(colleague).get("/api/keys"), ({ body }) => decodeKeys(body))
    assert.isString(listed.find(({ id }) => id === key?.id)?.revoked_at)
    assert.strictEqual((yield* rotate).status, 404)
    assert.strictEqual((yield* as(colleague).delete(`/api/keys/${key?.id}`)).status, 404)
    assert.deepStrictEqual(yield* all, [401, 401, 200])
  })

  it.effect.each(endings)(
    "401, or revoked: no key that is being created outlives a creator who at that moment %s",
    function* ([, end]) {
      for (let round = 0; round < 8; round++) {
        // Dead credentials of the rounds before would have the address blocked.
        yield* TestClock.adjust("1 minute")
        const creator = yield* aSuperAdmin()
        const colleague = yield* aMember(creator.orgId)
        const key = { name: "CI", scopes: ["employees:read"], expires_at: null }
        // Opened before: who is gone opens no session.
        const bearer = yield* aSession(creator)
        const create = send("POST", "/api/keys", { bearer, body: key })
        const [created, ended] = yield* Effect.all([create, end(creator, colleague)], {
          concurrency: "unbounded"
        })
        assert.strictEqual(ended.status, 200, ended.text)
        assert.include([201, 401], created.status, created.text)
        if (created.status === 201) {
          const { raw_key } = yield* decodeRotated(created.body)
          assert.strictEqual(yield* statusWith(raw_key), 401)
        }
      }
    }
  )
})
