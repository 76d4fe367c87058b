import { assert, layer } from "#test/support/suite"
import { ImportedApiKey } from "@svc/contract/api-keys/rpc"
import { Effect, FileSystem, Option, Redacted } from "effect"
import { ApiKeys } from "#organisation/api-keys/service"
import { asCaller, aSuperAdmin } from "#test/support/people"
import { entriesOf } from "#test/support/log"
import { systemSql } from "#test/support/tables"
import { admin, adminReading, answered, OperatorSurface, refused } from "./admin.ts"

const keyOf = (digits: string) => `old_live_${digits.repeat(32).slice(0, 32)}`

const importing = (orgId: string, file: string, ...scopes: ReadonlyArray<string>) => [
  "key",
  "import",
  "--org",
  orgId,
  "--name",
  "Payroll",
  ...scopes.flatMap((scope) => ["--scope", scope]),
  "--key-file",
  file,
  "--json"
]

layer(OperatorSurface)("key import", (it) => {
  it.effect(
    "an old_live_ key from a pipe authenticates, is listed with its prefix, and is stored as a digest alone",
    function* () {
      const apiKeys = yield* ApiKeys
      const member = yield* aSuperAdmin()
      const key = keyOf("a1")
      assert.isTrue(Option.isNone(yield* apiKeys.authenticate(Redacted.make(key))))
      const words = importing(member.orgId, "/dev/stdin", "employees:read", "offboardings:read")
      const ended = yield* adminReading(`${key}\n`, ...words)
      const imported = yield* answered(ImportedApiKey, ended)
      assert.deepInclude(imported, {
        name: "Payroll",
        key_prefix: "old_live_a1a",
        scopes: ["employees:read", "offboardings:read"]
      })
      assert.notInclude(ended.stdout, key)

      const known = Option.getOrThrow(yield* apiKeys.authenticate(Redacted.make(key)))
      assert.deepInclude(known, { orgId: member.orgId, keyId: imported.id, prefix: "old_live_a1a" })
      assert.deepStrictEqual(known.scopes, ["employees:read", "offboardings:read"])
      const [listed] = yield* apiKeys.list.pipe(asCaller(member))
      assert.deepInclude(listed, { id: imported.id, created_by_name: "Operator", expires_at: null })

      const [entry] = yield* entriesOf(member.orgId, { action: "api_key.created" })
      assert.deepInclude(entry, {
        actor_id: null,
        target: "API key Payroll",
        details: "imported, prefix: old_live_a1a, scopes: employees:read offboardings:read, expires: never"
      })
      const stored = yield* systemSql<{
        row: string
      }>`SELECT k::text AS row FROM api_keys k WHERE org_id = ${member.orgId}
          UNION ALL SELECT a::text FROM audit_entries a WHERE org_id = ${member.orgId}`
      assert.notInclude(JSON.stringify(stored), key)
    }
  )

  it.effect("refused after the imported key was rotated, in any organization", function* () {
    const fs = yield* FileSystem.FileSystem
    const apiKeys = yield* ApiKeys
    const member = yield* aSuperAdmin()
    const file = `${yield* fs.makeTempDirectoryScoped({ prefix: "svc-key-" })}/key`
    yield* fs.writeFileString(file, keyOf("c1"))
    const words = importing(member.orgId, file, "employees:read")
    const { id } = yield* answered(ImportedApiKey, yield* admin(...words))
    const other = importing((yield* aSuperAdmin()).orgId, file, "employees:read")
    for (const grace of ["24h", "0"] as const) {
      yield* apiKeys.rotate(id, grace).pipe(asCaller(member))
      assert.match(yield* refused(yield* admin(...other)), /^This key was already imported/)
    }
    yield* apiKeys.revoke(id).pipe(asCaller(member))
    assert.match(yield* refused(yield* admin(...words)), /^This key was already imported/)
  })

  it.effect(
    "refused without repeating the key: known, of another form, too long, no file, the 21st, no organization",
    function* () {
      const fs = yield* FileSystem.FileSystem
      const { orgId } = yield* aSuperAdmin()
      const file = `${yield* fs.makeTempDirectoryScoped({ prefix: "svc-key-" })}/key`
      const tried = (text: string, to: string = orgId) =>
        Effect.andThen(fs.writeFileString(file, text), admin(...importing(to, file, "employees:read")))
      const none = yield* admin(...importing(orgId, file, "employees:read"))
      assert.strictEqual(yield* refused(none), `--key-file ${file} cannot be read`)
      const wrong = yield* refused(yield* tried(keyOf("b2").replace("old", "svc")))
      assert.strictEqual(wrong, "--key-file must contain one key: old_live_ and 32 lower-case hex digits")
      assert.match(yield* refused(yield* tried("x".repeat(2000))), /more than 1024 bytes/)
      const piped = yield* adminReading("x".repeat(2000), ...importing(orgId, "/dev/stdin", "employees:read"))
      assert.match(yield* refused(piped), /more than 1024 bytes/)
      assert.match(yield* refused(yield* admin(...importing(orgId, file))), /--scope/)
      assert.strictEqual((yield* tried(keyOf("b2"))).code, 0)
      const other = (yield* aSuperAdmin()).orgId
      const again = yield* refused(yield* tried(keyOf("b2"), other))
      assert.match(again, /^This key was already imported/)
      const nowhere = yield* tried(keyOf("b3"), "0198c5c0-0000-7000-8000-000000000000")
      assert.strictEqual(yield* refused(nowhere), "Organization not found")
      yield* systemSql`
          INSERT INTO api_keys (org_id, id, name, key_prefix, key_digest, scopes, created_at)
          SELECT ${orgId}, gen_random_uuid(), 'Key', 'svc_live_', ${orgId} || n, '{}', now() FROM generate_series(1, 19) n`
      assert.match(yield* refused(yield* tried(keyOf("b4"))), /at most 20 active API keys/)
    }
  )
})
