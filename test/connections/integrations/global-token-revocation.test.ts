import { assert, layer } from "#test/support/suite"
import { Effect, Option, Redacted, Schema } from "effect"
import { TestApp } from "#test/support/TestApp"
import { aSuperAdmin } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import { bullets, opened } from "./support.ts"

const target = { service_name: "Notes", protocol: "webhook", base_url: "https://127.0.0.1:9/cut", token: "signing-key" }
const given = {
  global_token_revocation_url: "https://127.0.0.1:9/revoke",
  global_token_revocation_token: "canary-31f0"
}
const connectPath = "/api/integrations/saas-revocation/connect"

const Made = Schema.Struct({ id: Schema.String, config: Schema.Record(Schema.String, Schema.Json) })

const aTarget = Effect.gen(function* () {
  const admin = yield* aSuperAdmin()
  const answer = yield* as(admin).post(connectPath, target)
  const { id } = yield* Schema.decodeUnknownEffect(Made)(answer.body)
  const change = (config: Readonly<Record<string, unknown>>) => as(admin).patch(`/api/integrations/${id}`, { config })
  return { admin, id, change }
})

const secretsOf = Effect.fnUntraced(function* (admin: Effect.Success<ReturnType<typeof aSuperAdmin>>) {
  const connection = Option.getOrThrow(yield* opened(admin, "Notes"))
  return Object.fromEntries([...connection.secrets].map(([place, secret]) => [place, Redacted.value(secret)]))
})

layer(TestApp)("a target that names an address for sessions and tokens", (it) => {
  it.effect("is told it by PATCH; the token is sealed and masked, and the log names no value", function* () {
    const { admin, change } = yield* aTarget
    const answer = yield* withStatus(200, change(given))
    assert.nestedPropertyVal(answer.body, "config.global_token_revocation_url", given.global_token_revocation_url)
    assert.nestedPropertyVal(answer.body, "config.global_token_revocation_token", bullets)
    assert.deepStrictEqual(yield* secretsOf(admin), {
      token: "signing-key",
      global_token_revocation_token: "canary-31f0"
    })
    const [entry] = yield* entriesOf(admin.orgId, { action: "integration_updated" })
    assert.strictEqual(entry?.details, "config: global_token_revocation_token, global_token_revocation_url")
  })

  it.effect("keeps it when it is connected anew, and forgets it on request", function* () {
    const { admin, change } = yield* aTarget
    yield* change(given)
    const again = yield* as(admin).post(connectPath, { ...target, token: "another" })
    assert.nestedPropertyVal(again.body, "config.global_token_revocation_url", given.global_token_revocation_url)
    assert.deepStrictEqual(yield* secretsOf(admin), {
      token: "another",
      global_token_revocation_token: "canary-31f0"
    })
    yield* change({ global_token_revocation_url: null, global_token_revocation_token: null })
    assert.deepStrictEqual(yield* secretsOf(admin), { token: "another" })
  })

  // connectors-14
  it.effect("sends each token to its own address only, and to a new one when it is sent again", function* () {
    const { admin, change } = yield* aTarget
    yield* change(given)
    const moved = yield* change({ global_token_revocation_url: "https://127.0.0.1:9/elsewhere" })
    assert.deepStrictEqual(
      [moved.status, moved.error],
      [
        400,
        "config: global_token_revocation_url is where the stored credentials are sent. To change it, send them again: global_token_revocation_token"
      ]
    )
    const base = yield* change({ base_url: "https://127.0.0.1:9/elsewhere" })
    assert.deepStrictEqual(
      [base.status, base.error],
      [400, "config: base_url is where the stored credentials are sent. To change it, send them again: token"]
    )
    const both = { ...given, global_token_revocation_url: "https://127.0.0.1:9/elsewhere" }
    assert.strictEqual((yield* change(both)).status, 200)
    assert.strictEqual((yield* change({ base_url: "https://127.0.0.1:9/x", token: "third" })).status, 200)
    assert.deepStrictEqual(yield* secretsOf(admin), {
      token: "third",
      global_token_revocation_token: "canary-31f0"
    })
  })

  it.effect("is refused without a token, at an address that may not be called, and elsewhere than here", function* () {
    const { admin, change } = yield* aTarget
    const cases: ReadonlyArray<readonly [Readonly<Record<string, unknown>>, string]> = [
      [
        { global_token_revocation_url: given.global_token_revocation_url },
        "config: global_token_revocation_token is required with global_token_revocation_url"
      ],
      [
        { ...given, global_token_revocation_url: "http://notes.example.com/revoke" },
        "config: global_token_revocation_url: The URL must start with https://"
      ],
      [{ ...given, global_token_revocation_url: 7 }, "config: global_token_revocation_url must consist of visible"],
      [{ ...given, global_token_revocation_token: "two words" }, "config: global_token_revocation_token must consist"]
    ]
    for (const [config, said] of cases) {
      const { error, status } = yield* change(config)
      assert.strictEqual(status, 400, said)
      assert.include(error, said)
    }
    const okta = yield* as(admin).post("/api/integrations", { service_name: "okta", config: given })
    assert.deepStrictEqual(
      [okta.status, okta.error],
      [400, "config: global_token_revocation_url is a setting of custom apps only, not of okta"]
    )
  })
})
