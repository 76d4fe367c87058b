import { assert, layer } from "#test/support/suite"
import { Clock, Effect, Predicate, Schema } from "effect"
import { TestClock } from "effect/testing"
import { createHash, hash } from "node:crypto"
import { catalogue, ExportCatalogue } from "#exports/catalogue"
import { Files } from "#platform/files/files"
import { storedFilePath } from "#exports/rules"
import { aKey, aMember, anAdmin, anOrganisation, aSession, type Member } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { asOwner } from "#test/support/tables"
import { AppWithBucket, AppWithFolder, build, jsonIn, newest, path, requested, storedZip } from "./support.ts"

const Records = Schema.Array(Schema.Record(Schema.String, Schema.Json))
const recordsIn = (files: ReadonlyMap<string, Buffer>, type: string) =>
  Schema.decodeUnknownEffect(Records)(jsonIn(files, `${type}.json`))

const Manifest = Schema.Struct({
  format: Schema.Literal("organisation-export/1"),
  export_id: Schema.String,
  organisation_id: Schema.String,
  created_at: Schema.String,
  files: Schema.Array(
    Schema.Struct({
      path: Schema.String,
      records: Schema.NullOr(Schema.Int),
      size: Schema.Int,
      sha256: Schema.String
    })
  ),
  file_errors: Schema.Array(Schema.Struct({ path: Schema.String, error: Schema.String }))
})
const manifestIn = (files: ReadonlyMap<string, Buffer>) =>
  Schema.decodeUnknownEffect(Manifest, { onExcessProperty: "error" })(jsonIn(files, "manifest.json"))

const textIn = (body: unknown, field: string) =>
  Predicate.hasProperty(body, field) && typeof body[field] === "string" ? body[field] : ""

/**
 * A case with a cancelled one beside it, a connected app, a webhook: something of most things, and every kind of
 * secret.
 */
const aFullOrganisation = Effect.gen(function* () {
  const admin = yield* anAdmin()
  const superadmin = yield* aMember(admin.orgId)
  const key = yield* aKey(superadmin)
  const token = "the-token-of-the-target"
  const session = yield* aSession(superadmin)
  yield* send("POST", "/api/integrations/saas-revocation/connect", {
    bearer: session,
    body: { service_name: "crm", protocol: "webhook", base_url: "https://127.0.0.1:9/", token }
  })
  const webhook = yield* send("POST", "/api/v1/webhooks", {
    bearer: key,
    body: { url: "https://127.0.0.1:9/hook", events: ["offboarding.created"] }
  })
  yield* send("POST", "/api/v1/offboardings", {
    bearer: key,
    body: { employee_name: "Ada Lovelace", employee_email: "ada@acme.test", exit_date: "2026-04-30" }
  })
  const cancelled = yield* send("POST", "/api/v1/offboardings", {
    bearer: key,
    body: { employee_name: "Grace Hopper 👩‍✈️", exit_date: "2026-04-30" }
  })
  yield* send("PATCH", `/api/v1/offboardings/${textIn(cancelled.body, "id")}`, {
    bearer: key,
    body: { status: "cancelled", reason: "She stays with us" }
  })
  return { admin, secrets: [key, token, session, textIn(webhook.body, "secret")] }
})

/** The chain's rule (chain-2) in a few lines, with nothing of the service's own. */
const verifies = (rows: ReadonlyArray<Readonly<Record<string, Schema.Json>>>) =>
  rows.every((row, index) => {
    const content = hash(
      "sha256",
      `svc-audit-content/v1\norg_id=${row["org_id"]}\nid=${row["id"]}\ncreated_at=${row["created_at"]}\n` +
        `actor_id=${row["actor_id"] ?? ""}\naction=${row["action"]}\n` +
        `target=${JSON.stringify(row["target"])}\ndetails=${JSON.stringify(row["details"])}\n`
    )
    const previous = index === 0 ? "0".repeat(64) : rows[index - 1]?.["entry_hash"]
    const entry = hash(
      "sha256",
      `svc-audit-entry/v1\norg_id=${row["org_id"]}\nseq=${row["seq"]}\ncontent_hash=${content}\nprev_hash=${previous}\n`
    )
    return (
      row["seq"] === index + 1 &&
      row["content_hash"] === content &&
      row["prev_hash"] === previous &&
      row["entry_hash"] === entry
    )
  })

const exportOf = (member: Member) =>
  Effect.gen(function* () {
    const { id } = yield* requested(member)
    yield* build
    return { shown: yield* newest(member), ...(yield* storedZip(member, id)) }
  })

for (const [store, App] of [
  ["a folder", AppWithFolder],
  ["S3", AppWithBucket]
] as const) {
  layer(App)(`an export in ${store}`, (it) => {
    // organisation-exports-9: The ZIP holds one JSON array per record type, every stored file under `files/<offboarding
    //   id>/`, and `manifest.json` with records, size and SHA-256.
    it.effect(
      "holds one JSON array per record type and manifest.json with each file's records, size and SHA-256",
      function* () {
        const { admin } = yield* aFullOrganisation
        const { files, shown, zip } = yield* exportOf(admin)
        assert.deepInclude(shown, { status: "ready", size_bytes: zip.length, error: null })
        assert.deepStrictEqual(
          [...files.keys()],
          [...catalogue.records.map(({ type }) => `${type}.json`), "manifest.json"]
        )
        const manifest = yield* manifestIn(files)
        assert.deepInclude(manifest, { export_id: shown.id, organisation_id: admin.orgId, file_errors: [] })
        const found = yield* Effect.forEach(catalogue.records, ({ type }) =>
          Effect.map(recordsIn(files, type), (records) => {
            const content = files.get(`${type}.json`) ?? Buffer.of()
            const sha256 = createHash("sha256").update(content).digest("hex")
            return { path: `${type}.json`, records: records.length, size: content.length, sha256 }
          })
        )
        assert.deepStrictEqual(manifest.files, found)
        assert.deepStrictEqual(shown.counts, {
          records: Object.fromEntries(found.map((file) => [file.path.replace(".json", ""), file.records])),
          files: 0,
          file_errors: 0
        })
        assert.deepInclude(shown.counts?.records, {
          organisation: 1,
          members: 2,
          offboardings: 2,
          api_keys: 1,
          assets: 0
        })
        const [entry] = yield* asOwner(
          (sql) => sql<{ details: string }>`
            SELECT regexp_replace(details, '( [|] |^)by ([[][[]aps|API key|SCIM|nobody|the |Deleted).*$', '') AS details FROM audit_entries WHERE org_id = ${admin.orgId} AND action = 'org_export_ready'`
        )
        assert.include(entry?.details, `sha256: ${createHash("sha256").update(zip).digest("hex")}`)
      }
    )
  })
}

layer(AppWithBucket)("the link into a bucket", (it) => {
  it.effect("downloads the export without passing the service; altered or 10 minutes old it does not", function* () {
    // The bucket compares with the machine's clock.
    const now = yield* TestClock.withLive(Clock.currentTimeMillis)
    yield* TestClock.setTime(now - 700_000)
    const member = yield* anAdmin()
    const { shown, zip } = yield* exportOf(member)
    const linkMadeAt = Effect.fnUntraced(function* (moment: number) {
      yield* TestClock.setTime(moment)
      return textIn((yield* as(member).get(`${path}/${shown.id}/download`)).body, "url")
    })
    const [old, url] = [yield* linkMadeAt(now - 601_000), yield* linkMadeAt(now)]
    const download = (link: string) =>
      Effect.promise(async () => {
        const answer = await fetch(link)
        return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
      })
    const good = yield* withStatus(200, download(url))
    assert.isTrue(good.bytes.equals(zip))
    assert.strictEqual((yield* download(url.replace(`${shown.id}-1`, `${shown.id}-2`))).status, 403)
    assert.strictEqual((yield* download(url.replace("X-Amz-Expires=600", "X-Amz-Expires=6000"))).status, 403)
    assert.strictEqual((yield* download(old)).status, 403)
  })
})

layer(AppWithFolder)("what an export holds", (it) => {
  // organisation-exports-11: It holds no secret, and nothing of another organisation.
  it.effect(
    "no secret: not a key or its digest, no token, no webhook secret, no password; settings masked",
    function* () {
      const { admin, secrets } = yield* aFullOrganisation
      const stored = yield* asOwner((sql) =>
        Effect.gen(function* () {
          yield* sql`UPDATE users SET password_hash = '$argon2id$stored' WHERE id = ${admin.userId}`
          return yield* sql<{ secret: string | null }>`
            SELECT key_digest AS secret FROM api_keys WHERE org_id = ${admin.orgId}
            UNION ALL SELECT sealed_secret FROM webhook_endpoints WHERE org_id = ${admin.orgId}
            UNION ALL SELECT value FROM integrations, jsonb_each_text(sealed_secrets) WHERE org_id = ${admin.orgId}
            UNION ALL SELECT wrapped_key FROM audit_person_keys WHERE org_id = ${admin.orgId}
            UNION ALL SELECT email_digest FROM audit_person_keys WHERE org_id = ${admin.orgId}`
        })
      )
      const { files } = yield* exportOf(admin)
      const everything = Buffer.concat([...files.values()]).toString()
      const all = [...secrets, ...stored.flatMap(({ secret }) => (secret === null ? [] : [secret])), "$argon2id$"]
      assert.isAbove(all.length, 8)
      for (const secret of all) {
        assert.isAbove(secret.length, 5)
        assert.notInclude(everything, secret)
      }
      const [integration] = yield* recordsIn(files, "integrations")
      assert.deepStrictEqual(integration?.["config"], { base_url: "https://127.0.0.1:9/", token: "••••••••" })
    }
  )

  it.effect("records as people read them: moments in ISO 8601, sealed reasons opened, members by name", function* () {
    const { admin } = yield* aFullOrganisation
    const { files } = yield* exportOf(admin)
    const offboardings = yield* recordsIn(files, "offboardings")
    const grace = offboardings.find((row) => row["employee_name"] === "Grace Hopper 👩‍✈️")
    assert.deepInclude(grace, { status: "cancelled", cancel_reason: "She stays with us", exit_date: "2026-04-30" })
    assert.match(String(grace?.["created_at"]), /^2026-03-02T\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.notProperty(grace, "sealed_cancel_reason")
    assert.notProperty(grace, "org_id")
    const ada = offboardings.find((row) => row["employee_name"] === "Ada Lovelace")
    assert.deepInclude(ada, { cancel_reason: null, employee_email: "ada@acme.test" })
    const members = yield* recordsIn(files, "members")
    assert.sameMembers(
      members.map((row) => `${row["full_name"]}, ${row["role"]}`),
      ["The admin, admin", "The superadmin, superadmin"]
    )
  })

  // organisation-exports-15: Its audit log is as stored and verifies, for an erased person, too.
  it.effect("the audit log as stored, so that its chain verifies, and readable", function* () {
    const { admin } = yield* aFullOrganisation
    const { files } = yield* exportOf(admin)
    const rows = yield* recordsIn(files, "audit_log")
    assert.isAbove(rows.length, 5)
    assert.isTrue(verifies(rows))
    assert.isFalse(verifies(rows.map((row, index) => (index === 2 ? { ...row, details: "changed" } : row))))
    const created = rows.find((row) => String(row["target_text"]).includes("Ada Lovelace"))
    assert.include(String(created?.["target"]), "[[aps:v1:")
    const asked = rows.find((row) => row["action"] === "org_export_requested")
    assert.deepInclude(asked, { actor_id: admin.userId, actor_name: "The admin", target_text: "Organization export" })
  })

  // organisation-exports-15
  it.effect("an erased person reads `[erased]` in it, and the chain verifies all the same", function* () {
    const { admin } = yield* aFullOrganisation
    yield* asOwner(
      (sql) => sql`UPDATE audit_person_keys SET wrapped_key = NULL, destroyed_at = now() WHERE org_id = ${admin.orgId}`
    )
    const { files } = yield* exportOf(admin)
    const rows = yield* recordsIn(files, "audit_log")
    assert.isTrue(verifies(rows))
    const text = rows.map((row) => `${row["target_text"]} ${row["details_text"]}`).join("\n")
    assert.include(text, "[erased]")
    assert.notInclude(text, "Ada Lovelace")
    assert.include(files.get("offboardings.json")?.toString(), '"cancel_reason":"[erased]"')
  })

  // organisation-exports-11
  it.effect("nothing of another organisation", function* () {
    const { admin: other } = yield* aFullOrganisation
    const { files } = yield* exportOf(yield* anAdmin())
    const everything = Buffer.concat([...files.values()]).toString()
    assert.notInclude(everything, other.orgId)
    assert.notInclude(everything, "Ada Lovelace")
    assert.deepStrictEqual(yield* recordsIn(files, "offboardings"), [])
  })

  it.effect("every record of more than one page, once", function* () {
    const member = yield* anAdmin()
    yield* asOwner(
      (sql) => sql`
          INSERT INTO checklist_items (org_id, id, offboarding_id, task, created_at)
          SELECT ${member.orgId}, gen_random_uuid(), gen_random_uuid(), 'Task ' || n, now() FROM generate_series(1, 1000) AS n`
    )
    const { files, shown } = yield* exportOf(member)
    const tasks = (yield* recordsIn(files, "checklist_items")).map((row) => row["task"])
    assert.lengthOf(new Set(tasks), 1000)
    assert.strictEqual(shown.counts?.records["checklist_items"], 1000)
  })

  // organisation-exports-9
  // organisation-exports-21: A stored file that cannot be read is counted and named in `file_errors`.
  it.effect(
    "stored files under `files/<offboarding id>/`; one that cannot be read is counted and named, and holds up nothing",
    function* () {
      const member = yield* anAdmin()
      const stranger = yield* anOrganisation()
      const offboarding = "11111111-2222-4333-8444-555555555555"
      const ids = ["a", "b", "c", "d"].map((letter) => `${letter.repeat(8)}-2222-4333-8444-555555555555`)
      const names = ["contract.pdf", "../../etc/passwd", "lost.pdf", "a stranger's"]
      yield* asOwner((sql) =>
        Effect.gen(function* () {
          yield* sql`CREATE TABLE stored_papers (org_id uuid, id uuid, case_id uuid, file_key text, file_name text)`
          yield* sql`GRANT SELECT ON stored_papers TO svc_app`
          yield* Effect.forEach(
            names,
            (name, index) =>
              sql`INSERT INTO stored_papers ${sql.insert({
                org_id: index === 3 ? stranger : member.orgId,
                id: ids[index] ?? "",
                case_id: offboarding,
                file_key: `papers/${index}`,
                file_name: name
              })}`
          )
        })
      )
      const stored = yield* Files
      for (const index of [0, 1, 3]) {
        yield* stored.put(`papers/${index}`, Buffer.from(`paper ${index}`), { contentType: "application/pdf" })
      }
      const files = [{ table: "stored_papers", id: "id", offboardingId: "case_id", key: "file_key", name: "file_name" }]
      const { files: zipped, shown } = yield* exportOf(member).pipe(
        Effect.provideService(ExportCatalogue, { ...catalogue, files })
      )
      const inFiles = [...zipped].filter(([name]) => name.startsWith("files/"))
      assert.deepStrictEqual(
        inFiles.map(([name, content]) => [name, content.toString()]),
        [
          [`files/${offboarding}/${ids[0]}-contract.pdf`, "paper 0"],
          [`files/${offboarding}/${ids[1]}-.._.._etc_passwd`, "paper 1"]
        ]
      )
      assert.deepInclude(shown.counts, { files: 2, file_errors: 1 })
      const manifest = yield* manifestIn(zipped)
      assert.deepStrictEqual(manifest.file_errors, [
        { path: `files/${offboarding}/${ids[2]}-lost.pdf`, error: "The stored file could not be read" }
      ])
      assert.deepStrictEqual(
        manifest.files.filter(({ records }) => records === null),
        inFiles.map(([name, content]) => ({
          path: name,
          records: null,
          size: content.length,
          sha256: hash("sha256", content)
        }))
      )
    }
  )

  it.effect("file names that lead nowhere else and that every file system takes", () =>
    Effect.sync(() => {
      const named = (name: string) => storedFilePath({ offboardingId: "o", id: "i", name })
      assert.strictEqual(named("Zeugnis für Ada.pdf"), "files/o/i-Zeugnis für Ada.pdf")
      assert.strictEqual(named("..\\..\\x"), "files/o/i-.._.._x")
      assert.strictEqual(named("..."), "files/o/i-file")
      assert.strictEqual(named("a\u0000b\nc\u202egpj.exe"), "files/o/i-a_b_c_gpj.exe")
      assert.strictEqual(named("👩".repeat(300)), `files/o/i-${"👩".repeat(100)}`)
    })
  )
})
