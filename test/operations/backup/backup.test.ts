import { assert, layer } from "#test/support/suite"
import { DateTime, Effect, Fiber, FileSystem, Layer, Option, type Redacted, Ref, Schema, Stream } from "effect"
import { randomUUID } from "node:crypto"
import { checkBackup, readManifest } from "#operations/backup/check"
import { PartBounds } from "#operations/backup/create"
import { type Manifest, manifestName, ManifestText } from "#operations/backup/manifest"
import { type OpenBackup, writePart } from "#operations/backup/parts"
import { openPlace } from "#operations/backup/places"
import { beginHold, loadRows, makePartitions, markReady } from "#operations/backup/load-repo"
import { readHeld, releaseHold } from "#operations/backup/queued-repo"
import { bringLedger, keepLedger } from "#operations/backup/settle"
import { AppConfig } from "#platform/config/config"
import { openCopySession } from "#platform/database/copy-session"
import { migrate } from "#platform/database/migrations"
import { Files } from "#platform/files/files"
import { Jobs } from "#platform/jobs/jobs"
import { checkRestored } from "#platform/start/restored"
import { anOffboarding } from "#test/erasure/support"
import { aCase, anOffice, fileNamed, pdf, upload } from "#test/work/documents/support"
import { appWithStorage, inFolder } from "#test/support/app-with-storage"
import { DatabaseAddress, emptyDatabase } from "#test/support/database"
import { aSuperAdmin } from "#test/support/people"
import { asOwner } from "#test/support/tables"
import { s3Server } from "#test/support/s3-server"
import { aBackup, inDatabase, restoreInto } from "./support.ts"

const App = appWithStorage(inFolder)

const lost = { _tag: "Lost" } as const

const aFolder = Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped({ prefix: "svc-backup-" }))

const aStorage = Effect.flatMap(aFolder, (path) => openPlace({ _tag: "Folder", path }))

/** The sentence with which it is refused. */
const refusalOf = <A, E extends { readonly message: string }, R>(work: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(work), ({ message }) => message)

const tablesIn = (url: Redacted.Redacted) =>
  Effect.map(
    inDatabase(url, (sql) => sql`SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`),
    (rows) => rows.length
  )

/** Indexes, constraints, triggers and row-level security, as the catalogue spells them. */
const shapeOf = (url: Redacted.Redacted) =>
  inDatabase(
    url,
    (sql) => sql<{ readonly line: string }>`
      SELECT indexdef AS line FROM pg_indexes WHERE schemaname = 'public'
      UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || convalidated || ' ' || pg_get_constraintdef(oid)
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace
      UNION ALL SELECT tgname || ' ' || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
      UNION ALL SELECT relname || ' ' || relrowsecurity || ' ' || relforcerowsecurity
        FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
      ORDER BY 1`
  )

/** The same backup with another manifest, sealed under its key. */
const withManifest = Effect.fnUntraced(function* (backup: OpenBackup, change: (manifest: Manifest) => Manifest) {
  const text = yield* Schema.encodeEffect(ManifestText)(change(yield* readManifest(backup)))
  yield* writePart(
    backup,
    manifestName,
    (async function* () {
      yield Buffer.from(text)
    })(),
    () => 1
  )
})

layer(App)("a backup", (it) => {
  // backup-1: A backup is of one moment, also while the service is written to.
  // backup-4: It goes to a folder or a bucket, in parts, with every file that the database names.
  it.effect(
    "made under load into a bucket is of one moment, in parts, with every file; restored it is whole, and its chains verify",
    function* () {
      const { credentials, ...place } = yield* s3Server
      const config = yield* AppConfig
      const bucket = yield* Effect.provide(
        Files,
        yield* Layer.build(
          Files.layerWith({ storage: { _tag: "S3", ...place }, baseUrl: config.baseUrl, s3Credentials: credentials })
        )
      )
      const { offboardingId, session } = yield* anOffice()
      const stored = yield* upload(session, offboardingId, [fileNamed("nda.pdf", pdf)])
      assert.strictEqual(stored.status, 201)
      const files = yield* Files
      const keys = yield* files.list("documents")
      const member = yield* aSuperAdmin()
      yield* aCase(member)
      const made = yield* Ref.make(1)
      const oneMore = Effect.andThen(
        aCase(member),
        Ref.update(made, (count) => count + 1)
      )
      const busy = yield* Effect.forkChild(Effect.forever(oneMore))
      const { backup, manifest } = yield* aBackup({ files: bucket, prefix: "nightly/acme/" }).pipe(
        Effect.provideService(PartBounds, { table: 1, files: 1 })
      )
      assert.isUndefined(busy.pollUnsafe())
      yield* Fiber.interrupt(busy)
      assert.isAbove(manifest.files.length, 0)
      assert.isTrue(manifest.tables.some(({ parts }) => parts.length > 1))
      const again = yield* checkBackup(backup)
      assert.strictEqual(again.id, manifest.id)
      const target = yield* aStorage
      const url = yield* emptyDatabase
      const { chains, files: count } = yield* restoreInto(url, target, { backup, ledger: lost })
      assert.strictEqual(chains.ok, manifest.organisations.length)
      assert.deepStrictEqual(yield* shapeOf(url), yield* shapeOf(yield* DatabaseAddress))
      // Each case with its entry: they are one transaction.
      const [found] = yield* inDatabase(
        url,
        (sql) => sql<{ readonly cases: number; readonly told: number }>`
          SELECT (SELECT count(*)::int FROM offboardings WHERE org_id = ${member.orgId}) AS cases,
            (SELECT count(DISTINCT offboarding_id)::int FROM audit_entries WHERE org_id = ${member.orgId}) AS told`
      )
      assert.isAbove(found?.cases ?? 0, 0)
      assert.isBelow(found?.cases ?? 0, yield* Ref.get(made))
      assert.strictEqual(found?.cases, found?.told)
      assert.strictEqual(
        count,
        manifest.files.reduce((sum, { items }) => sum + items, 0)
      )
      for (const key of keys) {
        assert.deepStrictEqual(yield* target.head(key), yield* files.head(key))
        const [before, after] = yield* Effect.all([
          Stream.runCollect(files.get(key)),
          Stream.runCollect(target.get(key))
        ])
        assert.isTrue(Buffer.concat(before).equals(Buffer.concat(after)))
      }
    }
  )

  // backup-3: What is damaged is refused before anything is restored.
  it.effect("altered, cut off or exchanged anywhere is refused, before anything is restored", function* () {
    const fs = yield* FileSystem.FileSystem
    const path = yield* aFolder
    yield* anOffboarding(yield* aSuperAdmin())
    const { backup } = yield* aBackup({ _tag: "Folder", path })
    const folder = `${path}/${backup.id}`
    const contents = (yield* fs.readDirectory(folder)).filter((name) => !name.endsWith("~.json")).toSorted()
    const largest = contents.filter((name) => name.startsWith("table-")).slice(0, 2)
    const [manifest = ""] = contents.filter((name) => name.startsWith(manifestName))
    const url = yield* emptyDatabase
    const target = yield* aStorage
    for (const name of [manifest, ...largest]) {
      const file = `${folder}/${name}`
      const whole = Buffer.from(yield* fs.readFile(file))
      const flip = (at: number) => {
        const changed = Buffer.from(whole)
        changed.writeUInt8(changed.readUInt8(at) ^ 0x80, at)
        return changed
      }
      const [other = ""] = largest.filter((one) => one !== name)
      const damaged = {
        "a byte of the header": flip(3),
        "a byte of the salt": flip(20),
        "a byte of the content": flip(50),
        "a byte of the tag": flip(whole.length - 1),
        "cut off": whole.subarray(0, -1),
        empty: Buffer.alloc(0),
        "more behind it": Buffer.concat([whole, whole]),
        "another part": Buffer.from(yield* fs.readFile(`${folder}/${other}`))
      }
      for (const [what, bytes] of Object.entries(damaged)) {
        yield* fs.writeFile(file, bytes)
        assert.match(yield* refusalOf(checkBackup(backup)), /was changed|damaged/, `${name}: ${what}`)
      }
      yield* fs.writeFile(file, damaged["cut off"])
      assert.match(yield* refusalOf(restoreInto(url, target, { backup, ledger: lost })), /was changed/)
      assert.strictEqual(yield* tablesIn(url), 0)
      yield* fs.writeFile(file, whole)
    }
    assert.match(yield* refusalOf(checkBackup({ ...backup, key: new Uint8Array(32) })), /BACKUP_KEY is a different key/)
    const renamed = backup.id.replace(/.{8}$/, "00000000")
    yield* fs.rename(folder, `${path}/${renamed}`)
    assert.match(yield* refusalOf(checkBackup({ ...backup, id: renamed })), /was changed/)
    yield* fs.remove(`${path}/${renamed}/${manifestName}~.json`)
    assert.match(yield* refusalOf(checkBackup({ ...backup, id: renamed })), /There is no such file/)
  })

  // backup-5: It is restored into a new database and an empty storage alone, with its keys, by a release that knows its
  //   schema.
  it.effect(
    "is restored into a new database and an empty storage alone, with its keys, by a release that knows its schema",
    function* () {
      const member = yield* aSuperAdmin()
      yield* anOffboarding(member)
      const { backup } = yield* aBackup({ _tag: "Folder", path: yield* aFolder })
      const options = { backup, ledger: lost }
      const used = yield* emptyDatabase
      yield* inDatabase(used, (sql) => sql`CREATE TABLE somebodys (id int)`)
      const files = yield* aStorage
      assert.match(yield* refusalOf(restoreInto(used, files, options)), /The database is not empty: it has 1 tables/)

      const url = yield* emptyDatabase
      yield* files.put("documents/somebodys.pdf", pdf, { contentType: "application/pdf" })
      assert.match(yield* refusalOf(restoreInto(url, files, options)), /The file storage is not empty: it has 1 files/)
      const empty = yield* aStorage
      assert.match(
        yield* refusalOf(
          restoreInto(url, yield* aStorage, { backup, ledger: { _tag: "Elsewhere", files: empty, prefix: "" } })
        ),
        /^The location of --ledger has no files of the service/
      )
      yield* withManifest(backup, (manifest) => ({
        ...manifest,
        files: manifest.tables.flatMap(({ parts }) => parts).slice(0, 1)
      }))
      assert.match(
        yield* refusalOf(restoreInto(url, empty, { backup, files: "keep", ledger: { _tag: "InStorage" } })),
        /^--files keep means that the file storage survived, but it has no files of the service/
      )
      yield* withManifest(backup, (manifest) => ({ ...manifest, files: [], master_keys: ["0a1b2c3d"] }))
      assert.match(
        yield* refusalOf(restoreInto(url, yield* aStorage, options)),
        /encrypted with the master key 0a1b2c3d/
      )
      yield* withManifest(backup, (manifest) => ({
        ...manifest,
        master_keys: [],
        migrations: [...manifest.migrations, { id: 9999, name: "platform_tomorrow" }]
      }))
      assert.match(
        yield* refusalOf(restoreInto(url, yield* aStorage, options)),
        /has the migration 9999 \(platform_tomorrow\), which this release does not know/
      )
      assert.strictEqual(yield* tablesIn(url), 0)
    }
  )

  // backup-8: Anchors of after the backup are told apart from a chain that was changed.
  it.effect(
    "restored beside the storage that lived on is behind the anchors there, and is not called broken",
    function* () {
      const member = yield* aSuperAdmin()
      const anchored = Jobs.use((jobs) => jobs.run("audit-anchor-hourly", member.orgId))
      yield* anOffboarding(member)
      yield* anchored
      const { backup } = yield* aBackup({ _tag: "Folder", path: yield* aFolder })
      yield* anOffboarding(member, { employee_email: "later@acme.test" })
      yield* anchored
      const restored = yield* restoreInto(yield* emptyDatabase, yield* Files, {
        backup,
        files: "keep",
        ledger: { _tag: "InStorage" }
      })
      assert.strictEqual(restored.chains.behind, 1)
      assert.strictEqual(restored.files, 0)
    }
  )

  // backup-6
  it.effect("whose chain was altered in the database is not served", function* () {
    const member = yield* aSuperAdmin()
    yield* anOffboarding(member)
    const broken = (text: string) =>
      asOwner((sql) => sql`UPDATE audit_entries SET details = ${text} WHERE org_id = ${member.orgId} AND seq = 1`)
    const [entry] = yield* asOwner(
      (sql) => sql<{ readonly details: string }>`
          SELECT details FROM audit_entries WHERE org_id = ${member.orgId} AND seq = 1`
    )
    yield* broken("somebody else did it")
    const { backup } = yield* aBackup({ _tag: "Folder", path: yield* aFolder })
    yield* broken(entry?.details ?? "")
    const url = yield* emptyDatabase
    assert.match(
      yield* refusalOf(restoreInto(url, yield* aStorage, { backup, ledger: lost })),
      new RegExp(`The audit chains of 1 organizations do not verify: ${member.orgId}`)
    )
    assert.match(yield* refusalOf(checkRestored({ url })), /is not finished/)
  })

  // backup-9: The ledger of erasures can be kept in a second place.
  it.effect("whose ledger is kept in a second place: each erasure is copied once, and comes from there", function* () {
    const files = yield* Files
    const second = { files: yield* aStorage, prefix: "" }
    yield* files.put("audit-erasures/a/b.json", Buffer.from("{}"), { contentType: "application/json" })
    const known = (yield* files.list("audit-erasures")).length
    assert.strictEqual(yield* keepLedger(second), known)
    assert.strictEqual(yield* keepLedger(second), 0)
    yield* files.delete("audit-erasures/a/b.json")
    assert.strictEqual(yield* bringLedger(second), 1)
    assert.include(yield* files.list("audit-erasures"), "audit-erasures/a/b.json")
    yield* files.delete("audit-erasures/a/b.json")
  })

  it.effect("brings partitions back that were made while the service ran", function* () {
    const url = yield* emptyDatabase
    yield* migrate({ url })
    const session = yield* openCopySession({ url })
    yield* session.query(
      `CREATE TABLE years (org_id uuid NOT NULL, id int NOT NULL, at timestamptz) PARTITION BY RANGE (at);
         CREATE TABLE years_other PARTITION OF years DEFAULT;
         INSERT INTO platform_partitioned_tables (name, step, since) VALUES ('years', '7 days', '-infinity')`
    )
    const partition = {
      name: "years_20260105",
      of: "years",
      bound: "FOR VALUES FROM ('2026-01-05') TO ('2026-01-12')"
    }
    // Those of the migrations, and what stood outside of any time, are there or not needed.
    yield* makePartitions(session, [partition, { name: "years_former", of: "years", bound: "DEFAULT" }])
    yield* makePartitions(session, [partition])
    const org = "00000000-0000-4000-8000-000000000001"
    const rows = (async function* () {
      yield Buffer.from(`${org}\t1\t2026-01-06 00:00:00Z\n${org}\t2\t2020-01-01 00:00:00Z\n`)
    })()
    assert.strictEqual(yield* loadRows(session, { name: "years", columns: "org_id, id, at" }, rows), 2)
    assert.deepStrictEqual(yield* session.query("SELECT id FROM years_20260105"), [["1"]])
    const broken = (async function* () {
      yield Buffer.from("not a number\t2026-03-02\n")
    })()
    assert.match(
      yield* refusalOf(loadRows(session, { name: "years", columns: "id, at" }, broken)),
      /The table years cannot be restored: invalid input syntax for type integer/
    )
    assert.deepStrictEqual(yield* session.query("SELECT count(*) FROM years"), [["2"]])
  })

  // backup-7
  it.effect("is released once, and what was queued is sent where the operator says so", function* () {
    const session = yield* openCopySession({ url: yield* DatabaseAddress })
    assert.match(yield* refusalOf(releaseHold(session, "sent")), /Nothing is held/)
    assert.isTrue(Option.isNone(yield* readHeld(session)))
    const now = yield* DateTime.now
    const hold = { id: randomUUID(), origin: "backup", backupId: "backup-20260302T090000Z-00000001" } as const
    yield* beginHold(session, { ...hold, dataOf: now, now })
    assert.match(yield* refusalOf(releaseHold(session, "sent")), /is not finished/)
    yield* markReady(session, now)
    const member = yield* aSuperAdmin()
    yield* asOwner(
      (sql) => sql`
          INSERT INTO mail_outbox (org_id, id, recipient, subject, content, next_attempt_at, created_at)
          VALUES (${member.orgId}, ${randomUUID()}, 'ada@acme.test', 'Hello', 'sealed', now(), '2020-01-01')`
    )
    const held = yield* Effect.fromOption(yield* readHeld(session))
    assert.isAbove(held.queues["mails"] ?? 0, 0)
    yield* releaseHold(session, "sent")
    assert.match(yield* refusalOf(releaseHold(session, "sent")), /Nothing is held/)
    const waiting = yield* asOwner(
      (sql) => sql`SELECT status FROM mail_outbox WHERE org_id = ${member.orgId} AND subject = 'Hello'`
    )
    assert.deepStrictEqual(waiting, [{ status: "pending" }])
  })

  // backup-6: A restore that was cut off, and one whose chains do not verify, is not served.
  it.effect("whose restore was cut off is restored by saying it again, and no service starts before", function* () {
    yield* anOffboarding(yield* aSuperAdmin())
    const { backup, manifest } = yield* aBackup({ _tag: "Folder", path: yield* aFolder })
    const url = yield* emptyDatabase
    const options = { backup, ledger: lost }
    yield* restoreInto(url, yield* aStorage, options)
    // As it stands when the process dies before the chains are verified.
    yield* inDatabase(url, (sql) => sql`UPDATE platform_holds SET ready_at = NULL`)
    assert.match(yield* refusalOf(checkRestored({ url })), /is not finished/)
    const { chains } = yield* restoreInto(url, yield* aStorage, options)
    assert.strictEqual(chains.ok, manifest.organisations.length)
    yield* checkRestored({ url })

    yield* inDatabase(url, (sql) =>
      Effect.andThen(
        sql`UPDATE platform_holds SET ready_at = NULL`,
        sql`INSERT INTO platform_migrations (migration_id, name) VALUES (9999, 'platform_tomorrow')`
      )
    )
    assert.match(yield* refusalOf(restoreInto(url, yield* aStorage, options)), /already has a newer schema/)
  })

  // Last, for what it queues belongs to nothing.
  // backup-7
  it.effect(
    "whose messages are discarded at the release ends each as its queue ends what it gives up, and no later one",
    function* () {
      const { orgId } = yield* aSuperAdmin()
      // Of the rest nobody asks: these go to another partition, which asks again.
      const endpointId = randomUUID()
      yield* asOwner(
        (sql) => sql`INSERT INTO webhook_endpoints (org_id, id, url, events, sealed_secret, created_at)
            VALUES (${orgId}, ${endpointId}, 'https://hooks.example.com/', '{offboarding.created}', 'sealed', now())`
      )
      const queued = (at: string) =>
        asOwner((sql) =>
          Effect.all([
            sql`INSERT INTO webhook_deliveries (org_id, id, endpoint_id, event, content, next_attempt_at, created_at)
              VALUES (${orgId}, gen_random_uuid(), ${endpointId}, 'offboarding.created', '{}', now(), ${at})`,
            sql`INSERT INTO siem_deliveries (org_id, id, target_id, audit_seq, event, next_attempt_at, created_at)
              VALUES (${orgId}, gen_random_uuid(), gen_random_uuid(), 1, 'audit.entry', now(), ${at})`,
            sql`INSERT INTO mail_outbox (org_id, id, recipient, subject, content, next_attempt_at, created_at)
              VALUES (${orgId}, gen_random_uuid(), 'ada@acme.test', 'Hello', 'sealed', now(), ${at})`,
            sql`INSERT INTO chat_messages (org_id, id, service, fact, offboarding_id, next_attempt_at, created_at)
              VALUES (${orgId}, gen_random_uuid(), 'slack', '{}', gen_random_uuid(), now(), ${at})`,
            sql`INSERT INTO sms_messages (org_id, id, org_employee_id, kind, sealed_phone, phone_digest, sealed_content, due_at,
                created_at, updated_at)
              VALUES (${orgId}, gen_random_uuid(), gen_random_uuid(), 'portal_link', 'sealed', 'digest', 'sealed', now(), ${at},
                ${at})`,
            sql`INSERT INTO scheduled_report_runs (org_id, report_id, period, created_at)
              VALUES (${orgId}, gen_random_uuid(), '2026-03-02', ${at})`
          ])
        )
      yield* queued("2026-03-01T08:00:00Z")
      yield* queued("2026-03-03T08:00:00Z")
      const session = yield* openCopySession({ url: yield* DatabaseAddress })
      const now = yield* DateTime.now
      const hold = { id: randomUUID(), origin: "recovery", backupId: null } as const
      yield* beginHold(session, { ...hold, dataOf: now, now })
      yield* markReady(session, now)
      yield* releaseHold(session, "discarded")
      const tables = ["webhook_deliveries", "siem_deliveries", "mail_outbox", "chat_messages", "sms_messages"]
      const left = yield* asOwner((sql) =>
        Effect.forEach([...tables, "scheduled_report_runs"], (table) =>
          Effect.map(
            sql<{ readonly status: string }>`
              SELECT status FROM ${sql(table)} WHERE org_id = ${orgId} ORDER BY created_at`,
            (rows) => `${table}: ${rows.map(({ status }) => status).join(", ")}`
          )
        )
      )
      assert.deepStrictEqual(left, [
        "webhook_deliveries: dead, pending",
        "siem_deliveries: pending",
        "mail_outbox: dead, pending",
        "chat_messages: dead, pending",
        "sms_messages: unknown, queued",
        "scheduled_report_runs: superseded, pending"
      ])
    }
  )
})
