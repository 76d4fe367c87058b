import { assert, layer } from "#test/support/suite"
import type { Input } from "@svc/verify/verify"
import { verify } from "@svc/verify/verify"
import { Effect, Stream } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { TestClock } from "effect/testing"
import { Files } from "#platform/files/files"
import { auditText } from "#audit/record/text"
import { AppWithFolder, archived, runJob, signingKeys } from "#test/audit/archives/support"
import { aLeaver, erase } from "#test/erasure/support"
import { record } from "#test/support/audit-surface"
import { filesOfZip } from "#test/support/zip"
import { failuresOf, input, said, zipOf } from "./writing.ts"
import { labelled } from "#test/support/labelled"
import { aSession, type Member } from "#test/support/people"
import { as } from "#test/support/requests"

/** What the auditor brought: the public key of the service, got long ago by another way. */
const key = input("key.pem", signingKeys.publicKey.export({ format: "pem", type: "spki" }).toString(), "Key")

const got = Effect.fnUntraced(function* (member: Member, path: string) {
  const client = yield* HttpClient.HttpClient
  const response = yield* client.execute(
    HttpClientRequest.get(path).pipe(HttpClientRequest.bearerToken(yield* aSession(member)))
  )
  const bytes = Buffer.from(yield* response.arrayBuffer)
  assert.strictEqual(response.status, 200, bytes.toString().slice(0, 300))
  return { bytes, signature: response.headers["x-signature-ed25519"] ?? "" }
})

/** A stored file with the signature of its metadata. */
const stored = Effect.fnUntraced(function* (objectName: string) {
  const files = yield* Files
  const bytes = Buffer.concat(yield* Stream.runCollect(files.get(objectName)))
  const { metadata } = yield* files.head(objectName)
  return { bytes, signature: metadata["x-signature-ed25519"] ?? "" }
})

const reported = (inputs: ReadonlyArray<Input>) => Effect.promise(() => verify([...inputs, key]))

const assertProven = Effect.fnUntraced(function* (inputs: ReadonlyArray<Input>) {
  const report = yield* reported(inputs)
  assert.deepStrictEqual([report.verdict, failuresOf(report)], ["proven", []])
  return report
})

interface Named {
  readonly id: string
  readonly seq: number
  readonly actor_id?: string | null
}

/** The text with one character of this field, of the object that has this id, exchanged for another of its kind. */
const flipped = (text: string, idField: string, id: string, field: string) => {
  const at = text.search(new RegExp(`"${idField}":\\s*"${id}"`))
  const object = text.lastIndexOf("{", at)
  const end = text.indexOf("}", at)
  const value = new RegExp(`"${field}":\\s*(?:"(?:[^"\\\\]|\\\\.)*?)?([a-z0-9])`, "iy")
  for (let from = object; from < end; from += 1) {
    value.lastIndex = from
    const match = value.exec(text)
    if (match === null) continue
    const place = value.lastIndex - 1
    const was = match[1] ?? ""
    return `${text.slice(0, place)}${was === "1" ? "2" : /\d/.test(was) ? "1" : was === "a" ? "b" : "a"}${text.slice(place + 1)}`
  }
  return assert.fail(`${field} is not in the file`)
}

/** Every field that a hash covers, and the two hashes. */
const hashedFields = [
  "org_id",
  "seq",
  "id",
  "created_at",
  "actor_id",
  "action",
  "target",
  "details",
  "content_hash",
  "prev_hash",
  "entry_hash"
]

/** With any one byte of the row changed, the file is not proven any more, and the row is what is named. */
const assertEachByteNamed = Effect.fnUntraced(function* (
  text: string,
  row: Named,
  inputsWith: (text: string) => Effect.Effect<ReadonlyArray<Input>>,
  idField = "id",
  fields: ReadonlyArray<string> = hashedFields
) {
  for (const field of fields.filter((name) => name !== "actor_id" || row.actor_id !== null)) {
    const changed = flipped(text, idField, row.id, field)
    assert.notStrictEqual(changed, text)
    const report = yield* reported(yield* inputsWith(changed))
    assert.strictEqual(report.verdict, "failed", field)
    const named = failuresOf(report).filter(({ where }) => where?.id === row.id || where?.seq === row.seq)
    assert.isNotEmpty(named, `${field} of ${row.seq}: ${JSON.stringify(failuresOf(report))}`)
  }
})

/** One row of the file, of a person's doing where there is one. */
const aRowOf = (text: string): Named => {
  const file: { readonly rows?: ReadonlyArray<Named>; readonly entries?: ReadonlyArray<Named> } = JSON.parse(text)
  const rows = file.rows ?? file.entries ?? []
  return rows.findLast(({ actor_id }) => actor_id !== null) ?? rows[0] ?? assert.fail("no rows")
}

/** Ada's offboarding, with entries of others before, between and after. */
const aLog = Effect.gen(function* () {
  const leaver = yield* aLeaver
  for (const details of [auditText`first`, auditText`"quoted" \\ é 😀 \u2028`, auditText`third`]) {
    yield* record(leaver.member, { action: labelled("noted"), details })
  }
  return leaver
})

const exported = (member: Member, query: string) => got(member, `/api/audit-log/export?${query}`)

layer(AppWithFolder)("files that the service made", (it) => {
  it.effect("a JSON export is proven by the signature of its header; any changed byte names its row", function* () {
    const { member } = yield* aLog
    const { bytes, signature } = yield* exported(member, "format=json")
    const withText = (text: string | Buffer) =>
      Effect.succeed([input("export.json", text), input("export.json.sig", signature)])
    yield* assertProven(yield* withText(bytes))
    yield* assertEachByteNamed(bytes.toString(), aRowOf(bytes.toString()), withText)
  })

  it.effect(
    "a filtered export is proven over what it leaves out; a changed link of the skeleton is named, too",
    function* () {
      const { member, offboardingId } = yield* aLog
      const aboutOne = yield* exported(member, `format=json&offboardingId=${offboardingId}`)
      yield* assertProven([input("case.json", aboutOne.bytes), input("case.sig", aboutOne.signature)])
      const { bytes, signature } = yield* exported(member, "format=json&action=noted&search=ir")
      const text = bytes.toString()
      const file: { rows: Array<Named>; skeleton: Array<{ seq: number; content_hash: string; entry_hash: string }> } =
        JSON.parse(text)
      const link = file.skeleton[0] ?? assert.fail("nothing was left out")
      const withText = (given: string | Buffer) =>
        Effect.succeed([input("export.json", given), input("export.json.sig", signature)])
      yield* assertProven(yield* withText(bytes))
      yield* assertEachByteNamed(text, aRowOf(text), withText)
      for (const hash of [link.content_hash, link.entry_hash]) {
        const report = yield* reported(
          yield* withText(text.replace(`"${hash}"`, `"${hash[0] === "a" ? "b" : "a"}${hash.slice(1)}"`))
        )
        assert.strictEqual(report.verdict, "failed")
        assert.isTrue(failuresOf(report).some(({ where }) => where?.seq === link.seq || where?.seq === link.seq + 1))
      }
    }
  )

  it.effect("a bundle is proven whole; any changed byte of its export names the row", function* () {
    const { member } = yield* aLog
    const { bytes } = yield* exported(member, "format=json&bundle=1")
    yield* assertProven([input("bundle.zip", bytes)])
    const files = yield* filesOfZip(bytes)
    const [name, content] = [...files].find(([path]) => /^audit-log-.*\.json$/.test(path)) ?? assert.fail("no export")
    const text = content.toString()
    yield* assertEachByteNamed(text, aRowOf(text), (changed) =>
      Effect.map(
        Effect.promise(() => zipOf({ ...Object.fromEntries(files), [name]: changed })),
        (zip) => [input("bundle.zip", zip)]
      )
    )
  })

  it.effect("a CSV bundle is proven by its signature alone, and by nothing once a byte was changed", function* () {
    const { member } = yield* aLog
    const { bytes } = yield* exported(member, "bundle=1")
    yield* assertProven([input("bundle.zip", bytes)])
    const files = yield* filesOfZip(bytes)
    const [name, content] = [...files].find(([path]) => path.endsWith(".csv")) ?? assert.fail("no export")
    const changed = Buffer.from(content.toString().replace("third", "fifth"))
    const zip = yield* Effect.promise(() => zipOf({ ...Object.fromEntries(files), [name]: changed }))
    const report = yield* reported([input("bundle.zip", zip)])
    assert.strictEqual(report.verdict, "failed")
    assert.isTrue(failuresOf(report).some(({ where }) => where?.file === `bundle.zip › ${name}`))
  })

  it.effect(
    "the first and the second archive are proven, each by its own metadata's signature, and joined",
    function* () {
      const { member } = yield* aLog
      const first = yield* stored((yield* archived(member)).object_name)
      yield* record(member, { details: auditText`after the first archive` })
      const second = yield* stored((yield* archived(member)).object_name)
      const inputsOf = (name: string, { bytes, signature }: typeof first) => [
        input(`${name}.json`, bytes),
        input(`${name}.sig`, signature)
      ]
      yield* assertProven(inputsOf("first", first))
      yield* assertProven(inputsOf("second", second))
      yield* assertProven([...inputsOf("first", first), ...inputsOf("second", second)])
      for (const archive of [first, second]) {
        const text = archive.bytes.toString()
        yield* assertEachByteNamed(text, aRowOf(text), (changed) =>
          Effect.succeed([input("archive.json", changed), input("archive.sig", archive.signature)])
        )
      }
    }
  )

  it.effect(
    "the published anchors are proven, alone and over an export; any changed byte names the anchored entry",
    function* () {
      const { member } = yield* aLog
      yield* runJob("audit-anchor-hourly", member)
      yield* record(member, {})
      yield* runJob("audit-anchor-hourly", member)
      const { bytes, signature } = yield* stored(`audit-anchors/${member.orgId}/anchors.json`)
      const { bytes: log } = yield* exported(member, "format=json")
      yield* assertProven([input("anchors.json", bytes)])
      yield* assertProven([input("anchors.json", bytes), input("anchors.json.sig", signature)])
      yield* assertProven([input("anchors.json", bytes), input("export.json", log)])

      const text = bytes.toString()
      const { anchors }: { anchors: Array<{ entry_id: string; seq: number }> } = JSON.parse(text)
      const anchor = anchors.at(-1) ?? assert.fail("no anchors")
      const row = { id: anchor.entry_id, seq: anchor.seq }
      const signed = ["entry_id", "entry_hash", "anchored_at"]
      yield* assertEachByteNamed(
        text,
        row,
        (changed) => Effect.succeed([input("anchors.json", changed)]),
        "entry_id",
        signed
      )
      yield* assertEachByteNamed(log.toString(), row, (changed) =>
        Effect.succeed([input("anchors.json", bytes), input("export.json", changed)])
      )
    }
  )

  it.effect(
    "a case's evidence is proven before and after the person's erasure; any changed byte names the row",
    function* () {
      const { member, offboardingId, person } = yield* aLog
      const before = yield* got(member, `/api/employees/${offboardingId}/evidence`)
      const exportBefore = yield* exported(member, "format=json")
      const archiveBefore = yield* stored((yield* archived(member)).object_name)
      assert.strictEqual((yield* erase(member, person.id)).status, 200)
      const after = yield* got(member, `/api/employees/${offboardingId}/evidence`)
      const exportAfter = yield* exported(member, "format=json")
      for (const { bytes } of [before, after]) {
        yield* assertProven([input("evidence.zip", bytes)])
        const files = yield* filesOfZip(bytes)
        const text = files.get("audit.json")?.toString() ?? ""
        yield* assertEachByteNamed(text, aRowOf(text), (changed) =>
          Effect.map(
            Effect.promise(() => zipOf({ ...Object.fromEntries(files), "audit.json": changed })),
            (zip) => [input("evidence.zip", zip)]
          )
        )
      }
      for (const { bytes, signature } of [exportBefore, archiveBefore, exportAfter]) {
        yield* assertProven([input("file.json", bytes), input("file.sig", signature)])
      }
      // No stored byte has changed: both exports tell one history.
      yield* assertProven([
        input("before.json", exportBefore.bytes),
        input("before.sig", exportBefore.signature),
        input("after.json", exportAfter.bytes),
        input("after.sig", exportAfter.signature)
      ])
    }
  )

  it.effect(
    "each other file of a case's evidence is named, too, when one byte of it was changed or it is missing",
    function* () {
      const { member, offboardingId } = yield* aLog
      const { bytes } = yield* got(member, `/api/employees/${offboardingId}/evidence`)
      const files = yield* filesOfZip(bytes)
      const whole = Object.fromEntries(files)
      const judged = (given: Readonly<Record<string, Buffer>>) =>
        Effect.flatMap(
          Effect.promise(() => zipOf(given)),
          (zip) => reported([input("evidence.zip", zip)])
        )
      assert.strictEqual((yield* judged(whole)).verdict, "proven")
      for (const [path, content] of files) {
        const middle = Math.floor(content.length / 2)
        const changed = Buffer.from(content)
        changed.writeUInt8(changed.readUInt8(middle) ^ 1, middle)
        const { [path]: _left, ...others } = whole
        for (const given of [{ ...whole, [path]: changed }, others]) {
          const report = yield* judged(given)
          assert.notStrictEqual(report.verdict, "proven", path)
          // Without the manifest nothing says what belongs to the evidence; without its signature, who made it.
          if (path.startsWith("manifest.json")) continue
          assert.isTrue(
            failuresOf(report).some(({ where }) => where?.file === `evidence.zip › ${path}`),
            `${path}: ${JSON.stringify(failuresOf(report))}`
          )
        }
      }
    }
  )

  it.effect(
    "after retention, what is left is proven, and the log's own entry explains the beginning that is gone",
    function* () {
      const { member, offboardingId } = yield* aLog
      const setting = { audit_retention_months: 3 }
      assert.strictEqual((yield* as(member).put("/api/audit-log/retention", setting)).status, 200)
      yield* TestClock.adjust("100 days")
      for (const _ of [1, 2]) yield* record(member, { details: auditText`young` })
      assert.deepInclude(yield* runJob("audit-retention", member), { organisations: 1, failed: 0 })
      const { bytes, signature } = yield* exported(member, "format=json")
      const withText = (text: string | Buffer) =>
        Effect.succeed([input("export.json", text), input("export.json.sig", signature)])
      const report = yield* assertProven(yield* withText(bytes))
      assert.match(said(report, "proven"), /retention/i)
      yield* assertEachByteNamed(bytes.toString(), aRowOf(bytes.toString()), withText)
      const archive = yield* stored((yield* archived(member)).object_name)
      yield* assertProven([input("archive.json", archive.bytes), input("archive.sig", archive.signature)])
      const evidence = yield* got(member, `/api/employees/${offboardingId}/evidence`)
      yield* assertProven([input("evidence.zip", evidence.bytes)])
    }
  )

  it.effect("an export in which nothing matches is proven by its signature", function* () {
    const { member } = yield* aLog
    const { bytes, signature } = yield* exported(member, "format=json&action=unheard-of")
    yield* assertProven([input("export.json", bytes), input("export.json.sig", signature)])
    const bundle = yield* exported(member, "format=json&action=unheard-of&bundle=1")
    yield* assertProven([input("bundle.zip", bundle.bytes)])
  })
})
