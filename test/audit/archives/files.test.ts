import { assert, layer } from "#test/support/suite"
import { CreatedArchive } from "@svc/contract/audit-archives/schema"
import { Effect, FileSystem, Option, Stream } from "effect"
import { execFileSync } from "node:child_process"
import { hash } from "node:crypto"
import { AuditArchives } from "#audit/archives/service"
import { ArchiveBounds } from "#audit/archives/rules"
import { PersonKeys } from "#audit/record/person-keys"
import { auditText, personal } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { Files } from "#platform/files/files"
import { record } from "#test/support/audit-surface"
import { asCaller, aSuperAdmin } from "#test/support/people"
import { asOwner } from "#test/support/tables"
import { faultsOf } from "./plain-check.ts"
import {
  AppUnsigned,
  AppWithBucket,
  AppWithFolder,
  archived,
  listedArchives,
  signingKeys,
  storedFile
} from "./support.ts"

const publicKeyPem = signingKeys.publicKey.export({ format: "pem", type: "spki" }).toString()

/** Whether OpenSSL takes the signature of these bytes. */
const opensslVerifies = Effect.fnUntraced(function* (bytes: Uint8Array, signature: string) {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.makeTempDirectoryScoped()
  yield* fs.writeFile(`${folder}/file.json`, bytes)
  yield* fs.writeFile(`${folder}/file.sig`, Buffer.from(signature, "base64"))
  yield* fs.writeFileString(`${folder}/key.pem`, publicKeyPem)
  return yield* Effect.sync(() => {
    try {
      const said = execFileSync(
        "openssl",
        ["pkeyutl", "-verify", "-pubin", "-inkey", "key.pem", "-rawin", "-in", "file.json", "-sigfile", "file.sig"],
        { cwd: folder, encoding: "utf8", stdio: "pipe" }
      )
      return /Success/.test(said)
    } catch {
      return false
    }
  })
}, Effect.scoped)

layer(AppWithFolder)("an archive file", (it) => {
  // anchors-5
  it.effect(
    "verifies by itself: every hash, every link and its anchor's signature; a changed byte does not",
    function* () {
      const member = yield* aSuperAdmin()
      yield* record(member, { target: auditText`"Ünïcode" 👩‍✈️ \u2028 and \\`, details: auditText`line\nbreak` })
      yield* record(member, {})
      const { bytes, file } = yield* storedFile((yield* archived(member)).object_name)
      const text = bytes.toString()
      assert.deepStrictEqual(faultsOf(text, publicKeyPem), [])
      assert.lengthOf(file.anchors.anchors, 1)
      assert.strictEqual(file.anchors.anchors[0]?.source, "archive")
      assert.strictEqual(file.anchors.key?.public_key_pem, publicKeyPem)
      assert.isNotEmpty(faultsOf(text.replace("noted", "never"), publicKeyPem))
    }
  )

  // archives-9: A file carries its SHA-256 and, with a signing key, a signature and the key's id in its metadata.
  it.effect("carries the SHA-256 and a signature of its bytes that OpenSSL takes", function* () {
    const member = yield* aSuperAdmin()
    const { bytes, metadata } = yield* storedFile((yield* archived(member)).object_name)
    assert.strictEqual(metadata["x-content-sha256"], hash("sha256", bytes))
    const signature = metadata["x-signature-ed25519"] ?? ""
    assert.isTrue(yield* opensslVerifies(bytes, signature))
    assert.isFalse(yield* opensslVerifies(Buffer.concat([bytes, Buffer.from(" ")]), signature))
  })

  it.effect(
    "a log that does not go into one file makes several, each its own record, without gap and without overlap",
    function* () {
      const member = yield* aSuperAdmin()
      for (let entry = 0; entry < 6; entry++) yield* record(member, { details: auditText`${entry}` })
      const archives = yield* AuditArchives
      const made = yield* archives
        .create({ isAuto: false })
        .pipe(asCaller(member), Effect.provideService(ArchiveBounds, { entries: 3, bytes: 100_000, entriesPerPage: 2 }))
      const [last, middle, first] = yield* listedArchives(member)
      assert.strictEqual(made instanceof CreatedArchive ? made.id : undefined, last?.id)
      const files = yield* Effect.forEach([first, middle, last], (archive) => storedFile(archive?.object_name ?? ""))
      assert.deepStrictEqual(
        files.map(({ file }) => file.entries.map(({ seq }) => seq)),
        [[1, 2, 3], [4, 5, 6], [7]]
      )
      assert.deepStrictEqual(
        files.map(({ file }) => file.anchors.anchors.length),
        [0, 0, 1]
      )
      for (const { bytes } of files) assert.deepStrictEqual(faultsOf(bytes.toString(), publicKeyPem), [])
      assert.strictEqual(files[1]?.file.entries[0]?.prev_hash, files[0]?.file.entries.at(-1)?.entry_hash)
      assert.strictEqual(files[2]?.file.entries[0]?.prev_hash, files[1]?.file.entries.at(-1)?.entry_hash)
    }
  )

  it.effect("bytes bound a file, too: entries are never cut in two", function* () {
    const member = yield* aSuperAdmin()
    for (let entry = 0; entry < 4; entry++) yield* record(member, { details: auditText`${"ü".repeat(2_000)}` })
    const archives = yield* AuditArchives
    yield* archives
      .create({ isAuto: false })
      .pipe(asCaller(member), Effect.provideService(ArchiveBounds, { entries: 100, bytes: 10_000, entriesPerPage: 50 }))
    const files = yield* Effect.forEach((yield* listedArchives(member)).toReversed(), ({ object_name }) =>
      storedFile(object_name)
    )
    assert.deepStrictEqual(
      files.map(({ file }) => file.entries.map(({ seq }) => seq)),
      [
        [1, 2, 3],
        [4, 5]
      ]
    )
    for (const { bytes } of files) {
      assert.isBelow(bytes.length, 10_000 + 4_000)
      assert.deepStrictEqual(faultsOf(bytes.toString(), publicKeyPem), [])
    }
  })

  // entries-7: Erasing changes no stored byte: entries about the erased still verify.
  // archives-10: A file holds entries as they are stored, so erasing a person makes them unreadable in every archive.
  it.effect("of an erased person still verifies, and holds no text of theirs that anybody could read", function* () {
    const member = yield* aSuperAdmin()
    const personKeys = yield* PersonKeys
    const db = yield* Db
    const key = yield* asCaller(member)(db.transact(personKeys.forPerson(member.orgId, "ada@acme.test")))
    yield* record(member, { details: auditText`Offboarding of ${personal(key, "Ada Lovelace")}` })
    const { object_name } = yield* archived(member)
    yield* asOwner(
      (sql) => sql`
          UPDATE audit_person_keys SET wrapped_key = NULL, destroyed_at = now(), email_digest = NULL
          WHERE org_id = ${member.orgId} AND id = ${key}`
    )
    const { bytes, file } = yield* storedFile(object_name)
    assert.deepStrictEqual(faultsOf(bytes.toString(), publicKeyPem), [])
    assert.notMatch(bytes.toString(), /Ada|Lovelace/)
    assert.match(file.entries.at(-1)?.details ?? "", /^Offboarding of \[\[aps:v1:[^\]]+\]\] \| by /)
    const revealed = yield* asCaller(member)(
      db.transact(personKeys.reveal(member.orgId, [file.entries.at(-1)?.details ?? ""]))
    )
    assert.match(revealed[0] ?? "", /^Offboarding of \[erased\] \| by /)
  })
})

layer(AppWithBucket)("an archive file in a bucket", (it) => {
  it.effect("has `s3://bucket/key` as its address, its metadata, and verifies", function* () {
    const member = yield* aSuperAdmin()
    const made = yield* archived(member)
    assert.match(made.gcs_path, /^s3:\/\/[^/]+\/audit-logs\//)
    assert.isTrue(made.gcs_path.endsWith(`/${made.object_name}`))
    const { bytes, metadata } = yield* storedFile(made.object_name)
    assert.deepStrictEqual(faultsOf(bytes.toString(), publicKeyPem), [])
    assert.sameMembers(Object.keys(metadata), ["x-content-sha256", "x-signature-ed25519", "x-signing-key-id"])
  })
})

layer(AppUnsigned)("an archive file without a signing key", (it) => {
  it.effect("carries its SHA-256 alone", function* () {
    const member = yield* aSuperAdmin()
    const made = yield* archived(member)
    assert.isNull(made.signing_key_id)
    const files = yield* Files
    const bytes = Buffer.concat(yield* Stream.runCollect(files.get(made.object_name)))
    const { metadata } = yield* files.head(made.object_name)
    assert.deepStrictEqual(metadata, { "x-content-sha256": hash("sha256", bytes) })
    assert.deepStrictEqual(faultsOf(bytes.toString(), undefined), [])
    assert.isTrue(Option.isSome(Option.fromNullishOr(made.expires_at)))
  })
})
