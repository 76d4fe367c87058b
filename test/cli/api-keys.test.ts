import { assert, layer } from "#test/support/suite"
import { CreatedApiKey } from "@svc/contract/api-keys/schema"
import { Caller } from "@svc/contract/kernel/access"
import { DateTime, Effect, Option, Redacted } from "effect"
import { systemCaller } from "#platform/jobs/system-caller"
import { ApiKeys } from "#organisation/api-keys/service"
import { entriesOf } from "#test/support/log"
import { anOrganisation } from "#test/support/people"
import { admin, answered, OperatorSurface, refused } from "./admin.ts"

const create = (orgId: string, ...flags: ReadonlyArray<string>) =>
  admin("key", "create", "--org", orgId, "--name", "HR system", ...flags, "--json")

const scopes = ["--scope", "offboardings:read", "--scope", "webhooks:write"]

layer(OperatorSurface)("key", (it) => {
  it.effect(
    "key create prints the key once; it authenticates with its scopes, and the log has no secret",
    function* () {
      const orgId = yield* anOrganisation()
      const made = yield* answered(CreatedApiKey, yield* create(orgId, ...scopes))
      assert.deepInclude(made, { name: "HR system", scopes: ["offboardings:read", "webhooks:write"], expires_at: null })

      const keys = yield* ApiKeys
      const found = yield* keys.authenticate(Redacted.make(made.raw_key))
      assert.deepInclude(Option.getOrThrow(found), { orgId, keyId: made.id, scopes: made.scopes })

      const [listed] = yield* keys.list.pipe(Effect.provideService(Caller, systemCaller(orgId)))
      assert.strictEqual(listed?.created_by_name, "Operator")

      const [entry] = (yield* entriesOf(orgId)).filter(({ action }) => action === "api_key.created")
      assert.include(entry?.target, "HR system")
      assert.notInclude(JSON.stringify(entry), made.raw_key)
    }
  )

  it.effect("--expires-at ends the key", function* () {
    const orgId = yield* anOrganisation()
    const made = yield* answered(CreatedApiKey, yield* create(orgId, ...scopes, "--expires-at", "2099-01-01T00:00:00Z"))
    assert.strictEqual(
      made.expires_at === null ? null : DateTime.formatIso(made.expires_at),
      "2099-01-01T00:00:00.000Z"
    )
  })

  it.effect(
    "refuses an unknown organization, an unknown scope, no scope, and a past or malformed expiry",
    function* () {
      const orgId = yield* anOrganisation()
      const unknown = yield* create("0198c5c0-0000-7000-8000-000000000000", ...scopes)
      assert.match(yield* refused(unknown), /organi[sz]ation/i)
      assert.match(yield* refused(yield* create(orgId, "--scope", "offboardings:delete")), /--scope/)
      assert.match(yield* refused(yield* create(orgId)), /--scope/)
      assert.match(yield* refused(yield* create(orgId, ...scopes, "--expires-at", "2001-01-01T00:00:00Z")), /future/)
      assert.match(yield* refused(yield* create(orgId, ...scopes, "--expires-at", "soon")), /^--expires-at/)
    }
  )
})
