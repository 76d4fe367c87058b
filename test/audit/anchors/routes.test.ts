import { SigningKey, SigningKeyList } from "@svc/contract/audit-anchors/schema"
import { assert, layer } from "#test/support/suite"
import { DateTime, Effect, FileSystem, Schema } from "effect"
import { TestClock } from "effect/testing"
import { execFileSync, spawnSync } from "node:child_process"
import { createPublicKey, hash, verify } from "node:crypto"
import { start } from "#test/support/TestApp"
import { aMember, anAdmin, anOrganisation } from "#test/support/people"
import { asOwner } from "#test/support/tables"
import { as, send, withStatus } from "#test/support/requests"
import { App, AppWithoutKey, page, path, record, run, signedText } from "./support.ts"

const openssl = spawnSync("openssl", ["version"]).status === 0

layer(App)("GET /api/audit-log/anchors", (it) => {
  // anchors-1: `GET /api/audit-log/anchors` answers `{ format, org_id, signed_message, key, anchors }` with the format
  //   `svc-audit-anchor/v1`.
  it.status(
    200,
    "{ format, org_id, signed_message, key, anchors }; the message is the five lines of the documents",
    function* () {
      const member = yield* anAdmin()
      yield* record(member, {})
      yield* record(member, {})
      yield* run("audit-anchor-hourly", member.orgId)
      const [entry] = yield* asOwner(
        (sql) => sql<{ id: string; entry_hash: string; created_at: Date }>`
          SELECT id, entry_hash, created_at FROM audit_entries WHERE org_id = ${member.orgId} ORDER BY seq DESC LIMIT 1`
      )
      const { body } = yield* withStatus(200, as(member).get(path))
      const { anchors, format, key, org_id, signed_message } = yield* page(member)
      assert.deepInclude(body, {
        format: "svc-audit-anchor/v1",
        org_id: member.orgId,
        signed_message:
          "svc-audit-anchor/v1\norg_id={org_id}\nentry_id={entry_id}\nentry_hash={entry_hash}\nanchored_at={anchored_at}\n"
      })
      assert.strictEqual(format, "svc-audit-anchor/v1")
      assert.strictEqual(org_id, member.orgId)
      assert.strictEqual(key?.algorithm, "Ed25519")
      assert.lengthOf(anchors, 1)
      const [anchor] = anchors
      if (anchor === undefined) return assert.fail("there is no anchor")
      assert.deepInclude(anchor, {
        org_id: member.orgId,
        entry_id: entry?.id ?? "",
        entry_hash: entry?.entry_hash ?? "",
        source: "hourly",
        key_id: key?.key_id ?? null,
        signed_at: "recorded"
      })
      const sent = JSON.stringify(body)
      assert.include(sent, `"anchored_at":"2026-03-02T09:00:00.000Z"`)
      assert.include(sent, `"entry_created_at":"2026-03-02T09:00:00.000Z"`)
      const filled = signed_message
        .replace("{org_id}", org_id)
        .replace("{entry_id}", anchor.entry_id)
        .replace("{entry_hash}", anchor.entry_hash)
        .replace("{anchored_at}", "2026-03-02T09:00:00.000Z")
      const publicKey = createPublicKey(key?.public_key_pem ?? "")
      assert.isTrue(verify(null, Buffer.from(filled), publicKey, Buffer.from(anchor?.signature ?? "", "base64")))
    }
  )

  // anchors-3: Each signature is Ed25519 over that text with the anchor's own fields.
  it.effect.skipIf(!openssl)(
    `200 signatures that openssl alone verifies${openssl ? "" : " (SKIPPED: there is no openssl on this machine)"}`,
    function* () {
      const member = yield* anAdmin()
      yield* record(member, {})
      yield* run("audit-anchor-nightly", member.orgId)
      const { anchors, key } = yield* page(member)
      const [anchor] = anchors
      if (anchor === undefined) return assert.fail("there is no anchor")
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped()
      yield* fs.writeFileString(`${folder}/key.pem`, key?.public_key_pem ?? "")
      yield* fs.writeFileString(`${folder}/msg`, signedText(anchor))
      yield* fs.writeFile(`${folder}/sig`, Buffer.from(anchor.signature ?? "", "base64"))
      const args = "pkeyutl -verify -pubin -inkey key.pem -rawin -in msg -sigfile sig".split(" ")
      assert.match(execFileSync("openssl", args, { cwd: folder }).toString(), /Verified Successfully/)
      yield* fs.writeFileString(`${folder}/msg`, signedText({ ...anchor, entry_hash: "0".repeat(64) }))
      assert.notStrictEqual(spawnSync("openssl", args, { cwd: folder }).status, 0)
    }
  )

  it.status(
    200,
    "newest first, at most `limit`, since a day of UTC; another organisation's are not shown",
    function* () {
      const member = yield* anAdmin()
      const other = yield* anAdmin()
      yield* record(other, {})
      for (const moment of ["2026-03-03T23:59:59.999Z", "2026-03-04T00:00:00.000Z", "2026-03-04T01:00:00.000Z"]) {
        yield* TestClock.setTime(DateTime.makeUnsafe(moment).epochMilliseconds)
        yield* record(member, {})
        yield* run("audit-anchor-hourly")
      }
      const times = (query: string) =>
        Effect.map(page(member, query), ({ anchors }) =>
          anchors.map(({ anchored_at }) => DateTime.formatIso(anchored_at))
        )
      const all = ["2026-03-04T01:00:00.000Z", "2026-03-04T00:00:00.000Z", "2026-03-03T23:59:59.999Z"]
      assert.deepStrictEqual(yield* times(""), all)
      assert.deepStrictEqual(yield* times("?limit=1000"), all)
      assert.deepStrictEqual(yield* times("?limit=2"), all.slice(0, 2))
      assert.deepStrictEqual(yield* times("?since=2026-03-04"), all.slice(0, 2))
      assert.deepStrictEqual(yield* times("?since=2026-03-04&limit=1"), all.slice(0, 1))
      assert.deepStrictEqual(yield* times("?since=2026-03-05"), [])
      assert.lengthOf((yield* page(other)).anchors, 1)
    }
  )

  // anchors-4: Newest first, 500 by default, 1,000 at most; `since` is a day.
  it.status(200, "at most 500 unless asked for up to 1000", function* () {
    const member = yield* anAdmin()
    yield* record(member, {})
    yield* run("audit-anchor-hourly", member.orgId)
    yield* asOwner(
      (sql) => sql`
          INSERT INTO audit_anchors
            (org_id, id, seq, entry_id, entry_hash, entry_created_at, anchored_at, source, signature, key_id)
          SELECT org_id, gen_random_uuid(), seq, entry_id, entry_hash, entry_created_at,
            anchored_at - n * interval '1 hour', source, signature, key_id
          FROM audit_anchors, generate_series(1, 1100) AS n WHERE org_id = ${member.orgId}`
    )
    assert.lengthOf((yield* page(member)).anchors, 500)
    assert.lengthOf((yield* page(member, "?limit=1000")).anchors, 1000)
  })

  it.status(200, "the same for whoever sees some records only: anchors name nobody", function* () {
    const member = yield* anAdmin()
    yield* record(member, {})
    yield* run("audit-anchor-hourly", member.orgId)
    const whole = yield* page(member)
    const permissions = ["audit_view"] as const
    const inSales = yield* aMember(member.orgId, { permissions, scope: "departments", departments: ["Sales"] })
    const manager = yield* aMember(member.orgId, { permissions, scope: "direct_reports" })
    assert.lengthOf(whole.anchors, 1)
    assert.deepStrictEqual(yield* page(inSales), whole)
    assert.deepStrictEqual(yield* page(manager), whole)
  })

  it.status(200, "on every plan, as the document asks for no feature; a manager lacks audit_view", function* () {
    const onNone = yield* aMember(yield* anOrganisation({ plan: "none" }), "hr")
    assert.deepInclude(yield* page(onNone), { org_id: onNone.orgId, anchors: [] })
    assert.strictEqual((yield* as(yield* aMember(onNone.orgId, "manager")).get(path)).status, 403)
  })

  // anchors-4
  it.status(400, "a limit over the maximum, which is named, or a day that does not exist", function* () {
    const member = yield* anAdmin()
    for (const limit of ["1001", "0", "-1", "1.5", "abc", "1e3", ""]) {
      const { status, text } = yield* as(member).get(`${path}?limit=${limit}`)
      assert.strictEqual(status, 400, limit)
      assert.match(text, /limit.*from 1 to 1000/)
    }
    for (const since of ["2026-02-30", "yesterday", "2026-03-02T00:00:00Z", ""]) {
      const { status, text } = yield* as(member).get(`${path}?since=${since}`)
      assert.strictEqual(status, 400, since)
      assert.match(text, /since/)
    }
  })
})

layer(App)("GET /api/audit-log/signing-key", (it) => {
  // anchors-7
  it.status(200, "{ algorithm, keyId, publicKeyPem }: the key of the anchors", function* () {
    const member = yield* anAdmin()
    const { body, status } = yield* as(member).get("/api/audit-log/signing-key")
    const { key } = yield* page(member)
    assert.strictEqual(status, 200)
    assert.deepStrictEqual(body, {
      algorithm: "Ed25519",
      keyId: key?.key_id,
      publicKeyPem: key?.public_key_pem
    })
    const der = createPublicKey(key?.public_key_pem ?? "").export({ type: "spki", format: "der" })
    assert.strictEqual(key?.key_id, hash("sha256", der).slice(0, 16))
  })
})

layer(App)("GET /.well-known/offboarding-signing-keys.json", (it) => {
  // anchors-7: `GET /api/audit-log/signing-key` answers `{ algorithm, keyId, publicKeyPem }`, and 404 where signing is
  //   not configured. `GET /.well-known/offboarding-signing-keys.json` needs no account and has former keys, too.
  it.status(200, "without a session: the key that signs now, then proven former keys", function* () {
    const member = yield* anAdmin()
    const { body: own } = yield* as(member).get("/api/audit-log/signing-key")
    const { body } = yield* withStatus(200, send("GET", "/.well-known/offboarding-signing-keys.json"))
    assert.deepInclude(body, { algorithm: "Ed25519" })
    const { algorithm: _, ...key } = yield* Schema.decodeUnknownEffect(SigningKey)(own)
    const { keys } = yield* Schema.decodeUnknownEffect(SigningKeyList)(body)
    assert.deepStrictEqual(keys[0], { ...key, current: true })
    assert.isTrue(keys.slice(1).every(({ current }) => !current))
  })
})

layer(AppWithoutKey)("GET /api/audit-log/signing-key", (it) => {
  // anchors-7
  it.status(404, "{ error } when signing is not configured; anchors are recorded all the same, unsigned", function* () {
    const member = yield* anAdmin()
    const { body } = yield* withStatus(404, as(member).get("/api/audit-log/signing-key"))
    assert.deepStrictEqual(body, {
      error: "Signing is not configured on this server, so there is no key. Contact support"
    })
    yield* record(member, {})
    yield* run("audit-anchor-hourly", member.orgId)
    const { anchors, key } = yield* page(member)
    assert.isNull(key)
    assert.lengthOf(anchors, 1)
    assert.deepInclude(anchors[0], { anchored_at: start, signature: null, key_id: null, signed_at: null })
  })
})
