import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "#test/support/suite"
import { Clock, Effect, Layer, Option, Redacted, Result } from "effect"
import { Reactivity } from "effect/reactivity"
import { generateKeyPairSync, randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { AppConfig } from "#platform/config/config"
import { registerKeys } from "#platform/start/key-register"
import { statements } from "#platform/database/migration-files"
import { masterKeyId } from "#platform/keys/secrets"
import { signingKeyId } from "#platform/keys/signing"
import { freshDatabase } from "#test/support/database"
import { TestConfig } from "#test/support/TestApp"

const aMasterKey = () => Redacted.make(new Uint8Array(randomBytes(32)))
const aSigningKey = () =>
  Redacted.make(generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString())

const [first, second] = [aMasterKey(), aMasterKey()]
const [one, other] = [aSigningKey(), aSigningKey()]

/** A start with these keys, as far as they are compared; fails with the sentence. */
const startWith = (url: Redacted.Redacted, given: Partial<AppConfig["Service"]>) =>
  registerKeys({ url }).pipe(
    Effect.provide(
      Layer.effect(
        AppConfig,
        Effect.map(AppConfig, (own) => AppConfig.of({ ...own, masterKey: first, ...given }))
      ).pipe(Layer.provide(TestConfig))
    )
  )

const refusal = (url: Redacted.Redacted, given: Partial<AppConfig["Service"]>) =>
  Effect.map(Effect.flip(startWith(url, given)), ({ message }) => message)

const query = (url: Redacted.Redacted, text: string) =>
  PgClient.makeClient({ url }).pipe(
    Effect.flatMap((sql) => sql.unsafe<Record<string, unknown>>(text)),
    Effect.scoped,
    Effect.provide([Reactivity.layer, Layer.sync(Clock.Clock, () => Clock.Clock.defaultValue())])
  )

layer(Layer.empty)("the keys of a start and those that the database knows", (it) => {
  // configuration-5: Keys of another start are refused, so that nothing is sealed twice over.
  it.effect(
    "an empty database takes any master key, and another one afterwards is refused: both ids are named",
    function* () {
      const url = yield* freshDatabase
      yield* startWith(url, { masterKey: first })
      yield* startWith(url, { masterKey: first })
      const said = yield* refusal(url, { masterKey: second })
      assert.include(said, `MASTER_KEY is the key ${masterKeyId(second)}`)
      assert.include(said, `encrypted with ${masterKeyId(first)}, which is not among the keys given`)
      assert.include(said, "MASTER_KEY_PREVIOUS")
      assert.include(
        yield* refusal(url, { masterKey: second, generatedKeys: ["MASTER_KEY"] }),
        "it was not set, so it is the one in "
      )
    }
  )

  // configuration-6
  it.effect("with the previous master key given it starts, and from then on neither may be missing", function* () {
    const url = yield* freshDatabase
    yield* startWith(url, { masterKey: first })
    yield* startWith(url, { masterKey: second, masterKeysPrevious: [first] })
    assert.include(yield* refusal(url, { masterKey: second }), masterKeyId(first))
    assert.include(yield* refusal(url, { masterKey: first }), masterKeyId(second))
    yield* startWith(url, { masterKey: first, masterKeysPrevious: [second] })
    yield* startWith(url, { masterKey: second, masterKeysLost: [masterKeyId(first)] })
  })

  // start-13: Of two nodes that start an empty database with different keys, one is refused.
  it.effect("of two nodes that start at once with different keys one wins, and the other is refused", function* () {
    const url = yield* freshDatabase
    const both = yield* Effect.all(
      [first, second].map((masterKey) => Effect.result(startWith(url, { masterKey }))),
      { concurrency: 2 }
    )
    assert.lengthOf(both.filter(Result.isSuccess), 1)
    assert.lengthOf(yield* query(url, "SELECT 1 FROM platform_master_keys"), 1)
  })

  it.effect("a database from before the register knows the keys by what stands sealed in it", function* () {
    const url = yield* freshDatabase
    for (const text of [
      "DROP TABLE platform_master_keys, platform_signing_keys",
      "DROP FUNCTION refuse_signing_key_change",
      `INSERT INTO users (id, email, full_name, created_at)
         VALUES ('7b0e9c52-6a54-4f0e-9d0f-6b8f4d6c1a2e', 'ada@acme.test', 'Ada', now())`,
      `INSERT INTO second_factors (user_id, secret, created_at)
         VALUES ('7b0e9c52-6a54-4f0e-9d0f-6b8f4d6c1a2e', 'svc:v1:0badcafe:AAAA', now())`,
      `INSERT INTO audit_signing_keys VALUES ('feedfeedfeedfeed', 'PEM', 'proof', now())`
    ]) {
      yield* query(url, text)
    }
    const grants = readFileSync("migrations/0104_platform_service-role.sql", "utf8")
    for (const text of statements(`${readFileSync("migrations/0077_platform_register-keys.sql", "utf8")}\n${grants}`)) {
      yield* query(url, text)
    }
    assert.include(yield* refusal(url, {}), "0badcafe")
    assert.include(yield* refusal(url, { masterKeysLost: ["0badcafe"] }), "signed with feedfeedfeedfeed")
  })

  it.effect("a node with another signing key is refused, and so is one without", function* () {
    const url = yield* freshDatabase
    yield* startWith(url, { auditSigningKey: Option.some(one) })
    const said = yield* refusal(url, { auditSigningKey: Option.some(other) })
    assert.include(said, `AUDIT_SIGNING_KEY is the key ${signingKeyId(other)}`)
    assert.include(said, `signed with ${signingKeyId(one)}`)
    assert.include(said, `AUDIT_SIGNING_KEY_REPLACES=${signingKeyId(one)}`)
    assert.include(yield* refusal(url, { auditSigningKey: Option.none() }), "AUDIT_SIGNING_KEY is none")
  })

  it.effect(
    "a signing key is replaced by whoever names the one that goes; the trail keeps both and cannot be changed",
    function* () {
      const url = yield* freshDatabase
      yield* startWith(url, { auditSigningKey: Option.some(one) })
      const replacing = {
        auditSigningKey: Option.some(other),
        auditSigningKeyReplaces: Option.some(signingKeyId(one))
      }
      yield* startWith(url, replacing)
      yield* startWith(url, replacing)
      assert.include(yield* refusal(url, { auditSigningKey: Option.some(one) }), signingKeyId(other))
      yield* startWith(url, {
        auditSigningKey: Option.none(),
        auditSigningKeyReplaces: Option.some(signingKeyId(other))
      })
      assert.deepStrictEqual(yield* query(url, "SELECT key_id FROM platform_signing_keys ORDER BY number"), [
        { key_id: signingKeyId(one) },
        { key_id: signingKeyId(other) },
        { key_id: null }
      ])
      for (const change of ["DELETE FROM platform_signing_keys", "UPDATE platform_signing_keys SET key_id = NULL"]) {
        assert.include(JSON.stringify(yield* Effect.flip(query(url, change))), "AuthorizationError")
      }
    }
  )
})
