import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync, rmSync } from "node:fs"
import { join, resolve } from "node:path"
import { aFolderWith, runIn } from "./alone.ts"
import { aLog, anAnchor, anArchive, anExport, aPage, aSigner } from "./writing.ts"

const rows = aLog(8)
const signer = aSigner()
const seventh = rows[6] ?? assert.fail("no entry 7")
const last = rows[7] ?? assert.fail("no entry 8")
const anchors = aPage(last.org_id, [anAnchor(last, signer)], signer)
const archive = JSON.stringify(anArchive(rows, anchors))

let folder = ""

beforeAll(() => {
  folder = aFolderWith({
    "export.json": JSON.stringify(anExport(rows)),
    "changed.json": JSON.stringify(anExport(rows.with(6, { ...seventh, details: "x" }))),
    "anchors.json": JSON.stringify(anchors),
    "archive.json": archive,
    "archive.json.sig": signer.sign(archive),
    "key.pem": signer.pem,
    "other.pem": aSigner().pem,
    "notes.txt": "hello"
  })
})

afterAll(() => rmSync(folder, { recursive: true }))

const run = (...args: ReadonlyArray<string>) => runIn(folder, ...args)

describe("the command, alone in a folder", () => {
  // verification-11: What was exported is checked without the service, by a command or a page that asks nobody.
  it("stands alone: nothing of the service and nothing installed is near it", () => {
    assert.notInclude(readdirSync(folder), "node_modules")
    assert.strictEqual(run("export.json").status, 0)
  })

  it("0: everything holds, and the key's fingerprint is shown to be compared", () => {
    const { status, stdout } = run(
      "archive.json",
      "--signature",
      "archive.json.sig",
      "--key",
      "key.pem",
      "--anchors",
      "anchors.json"
    )
    assert.strictEqual(status, 0)
    assert.match(stdout, /^All checks passed\n/)
    assert.include(stdout, signer.keyId.replaceAll(/.{4}/g, "$& ").trim())
    assert.include(stdout, "Entries 1 to 8 are unchanged since they were anchored.")
  })

  it("1: a changed entry is named", () => {
    const { status, stdout } = run("changed.json")
    assert.strictEqual(status, 1)
    assert.match(stdout, /^Verification failed\n/)
    assert.include(stdout, `Entry 7 (${seventh.id}) was changed.`)
  })

  // verification-21: The command exits with 1 if nothing is signed with the given key.
  it("1: nothing is signed with the key that was given", () => {
    for (const args of [["export.json"], ["archive.json", "--anchors", "anchors.json"]]) {
      assert.strictEqual(run(...args, "--key", "other.pem").status, 1)
    }
  })

  it("2: what cannot be read, with words and never a stack trace", () => {
    assert.include(run("notes.txt").stdout, "The file could not be read.")
    for (const args of [
      ["notes.txt"],
      ["export.json", "--key", "notes.txt"],
      ["export.json", "--anchors", "key.pem"],
      ["key.pem"],
      ["missing.json"],
      ["."],
      ["--unknown"],
      ["export.json", "--key"],
      []
    ]) {
      assert.strictEqual(run(...args).status, 2, args.join(" "))
    }
    assert.include(run("missing.json").stderr, "missing.json: file not found")
    assert.include(run(".").stderr, "not a file")
  })

  it("--json prints one document: verdict, keys and findings", () => {
    const { status, stdout } = run("changed.json", "--json")
    assert.strictEqual(status, 1)
    const report: { verdict: string; findings: ReadonlyArray<{ outcome: string; where?: unknown }> } =
      JSON.parse(stdout)
    assert.strictEqual(report.verdict, "failed")
    assert.deepInclude(
      report.findings.map(({ outcome, where }) => ({ outcome, where })),
      { outcome: "failed", where: { file: "changed.json", seq: 7, id: seventh.id } }
    )
  })

  it("--help says what it takes", () => {
    const { status, stdout } = run("--help")
    assert.strictEqual(status, 0)
    for (const option of ["--key", "--anchors", "--signature", "--json", "Exit code"]) assert.include(stdout, option)
  })

  it("from the repository it is npm run verify", () => {
    assert.include(
      readFileSync("package.json", "utf8"),
      '"verify": "node scripts/launch.mjs packages/verify/src/main.ts"'
    )
    const { status, stdout } = spawnSync(
      process.execPath,
      ["packages/verify/src/main.ts", join(resolve(folder), "export.json")],
      { encoding: "utf8" }
    )
    assert.strictEqual(status, 0)
    assert.include(stdout, "8 entries are exactly as recorded.")
  })
})
