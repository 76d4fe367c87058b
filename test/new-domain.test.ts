import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const newDomain = (root: string, name: string) =>
  spawnSync(process.execPath, ["scripts/new-domain.ts", name], {
    encoding: "utf8",
    env: { ...process.env, NEW_DOMAIN_ROOT: root }
  })

const inAnEmptyHouse = (test: (root: string) => void) => {
  const root = mkdtempSync(join(tmpdir(), "svc-new-domain-"))
  try {
    cpSync("migrations", join(root, "migrations"), { recursive: true })
    test(root)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

describe("npm run new-domain", () => {
  it("makes the folders of contract and district and the next migration, and says what to wire; not twice", () =>
    inAnEmptyHouse((root) => {
      const { status, stdout } = newDomain(root, "work/leave-notes")
      assert.strictEqual(status, 0)
      const made = stdout.split("\n").filter((line) => /^(?:migrations|packages|src)\//.test(line))
      assert.lengthOf(made, 7)
      for (const file of made) assert.isTrue(existsSync(join(root, file)), file)
      assert.include(readFileSync(join(root, "src/work/leave-notes/http.ts"), "utf8"), "appSurface.add(LeaveNotesApi)")
      const wired = readFileSync(join(root, "src/work/leave-notes/index.ts"), "utf8")
      for (const name of ["services", "http"]) assert.match(wired, new RegExp(`^export const ${name} = `, "m"))
      assert.match(stdout, /src\/work\/index\.ts +LeaveNotes\.services and LeaveNotes\.http/)
      const [, cards = ""] = /(test\/\S+) +"GET \/api\/leave-notes": \{ permission/.exec(stdout) ?? []
      assert.isTrue(existsSync(cards), cards)
      const again = newDomain(root, "work/leave-notes")
      assert.deepStrictEqual([again.status, again.stderr], [1, "The domain leave-notes already exists\n"])
    }))

  it.each(["leave-notes", "nowhere/leave-notes", "work/LeaveNotes", "work/a/b", ""])(
    "refuses %j, naming the districts",
    (name) =>
      inAnEmptyHouse((root) => {
        const { status, stderr } = newDomain(root, name)
        assert.strictEqual(status, 1)
        assert.match(
          stderr,
          /DISTRICT\/NAME.*outgoing, connections, work, access-removal, offboarding, organisation, evidence, reports/
        )
        assert.isFalse(existsSync(join(root, "src")))
      })
  )
})
