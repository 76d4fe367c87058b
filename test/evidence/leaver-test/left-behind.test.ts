import { assert, describe, it, layer } from "#test/support/suite"
import type { AppTier } from "@svc/contract/leaver-test/figures"
import { verify } from "@svc/verify/verify"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { AppWithFolder, signingKeys } from "#test/audit/archives/support"
import { judgeLeftBehind, LeftBehindCount, leftBehindOf, type LeftBehindRow } from "#evidence/leaver-test/left-behind"
import { readPdf } from "#test/support/pdf"
import { as } from "#test/support/requests"
import { asSystem } from "#test/support/tables"
import { aSuperAdmin, type Member } from "#test/support/people"
import { aLeftBehind, looksForIt } from "#test/access-removal/left-behind/item"
import { aCase } from "#test/access-removal/revocations/support"
import { failuresOf, input } from "#test/verify/writing"
import { made, shown } from "./job-support.ts"
import { recount } from "./recount.ts"
import { anAuditorLink, opened } from "./stored.ts"
import { asOf, period } from "./year.ts"

const hour = 3_600_000

const row = (kind: string, more: Partial<LeftBehindRow> = {}): LeftBehindRow => ({
  offboarding_id: "case",
  service_name: "github",
  kind,
  looked_at: new Date(0),
  why: null,
  found: 0,
  read_back: 0,
  vendor_answer: 0,
  confirmed_by_hand: 0,
  accepted: 0,
  pending: 0,
  ...more
})

const tier: AppTier = { name: "all", hours: 24, apps: null }

/** Of a case whose clock has started so many hours ago, with github in scope and the wiki out of it. */
const judged = (hoursAgo: number, rows: ReadonlyArray<LeftBehindRow>) => {
  const apps = [{ app: "github" }, { app: "wiki" }]
  return judgeLeftBehind(
    leftBehindOf(rows, apps),
    apps.map((facts) => ({ facts, tier, inScope: facts.app === "github" })),
    { startedAt: 0, asOf: hoursAgo * hour }
  )
}

const figuresOf = (leavers: ReadonlyArray<Parameters<LeftBehindCount["add"]>[0]>) => {
  const count = new LeftBehindCount()
  for (const leaver of leavers) count.add(leaver)
  return count.figures()
}

describe("what stays behind, judged", () => {
  const pending = row("ssh_key", { found: 2, read_back: 1, pending: 1 })
  const hidden = row("personal_token", { why: "It needs a permission" })
  const seen = row("deploy_key", { found: 1, accepted: 1 })

  it("what is pending counts once the hours allowed are over, what was not seen is named, and what was settled is settled", () => {
    const resultsOf = (hoursAgo: number, rows: ReadonlyArray<LeftBehindRow>) =>
      judged(hoursAgo, rows).map(({ facts, inScope, result }) => [facts.app, facts.kind, inScope, result])
    assert.deepStrictEqual(resultsOf(25, [pending, hidden, seen]), [
      ["github", "ssh_key", true, "pending"],
      ["github", "personal_token", true, "not_seen"],
      ["github", "deploy_key", true, "settled"],
      ["wiki", null, false, "not_seen"]
    ])
    assert.deepStrictEqual(
      resultsOf(24, [pending, hidden, seen]).map(([, , , result]) => result),
      ["not_due", "not_due", "settled", "not_due"]
    )
    // Something was found by hand of a look that told nothing of its kind.
    assert.deepStrictEqual(resultsOf(25, [row("agent", { looked_at: null, found: 1, accepted: 1 })])[0], [
      "github",
      "agent",
      true,
      "not_seen"
    ])
  })

  // leaver-test-10: What stays behind is a figure of its own, by the worst of each leaver; what was not seen is named,
  //   and is no part of the rate.
  it("a leaver counts by the worst of theirs in scope; who was not seen in full is no part of the rate", () => {
    const figures = figuresOf([
      judged(25, [pending, hidden]),
      judged(25, [hidden, seen]),
      judged(25, [seen]),
      judged(25, [seen]),
      judged(3, [pending]),
      []
    ])
    assert.deepInclude(figures, {
      total: 5,
      tested: 3,
      settled: 2,
      pending: 1,
      not_seen: 1,
      not_due: 1,
      exception_rate: 0.333333,
      things: { found: 7, read_back: 2, vendor_answer: 0, confirmed_by_hand: 0, accepted: 3, pending: 2 },
      unseen: [{ app: "github", kind: "personal_token", leavers: 2 }]
    })
    // The root of (1 - p)^3 + 3p (1 - p)^2 = 0.05.
    assert.strictEqual(figures.exception_bound_95, 0.86465)
    assert.deepInclude(figuresOf([]), { total: 0, exception_rate: null, exception_bound_95: null, unseen: [] })
  })
})

/** Three who left in the period: with a key that lives on, with everything settled, and of whom a kind could not be seen. */
const threeLeavers = Effect.fnUntraced(function* (member: Member) {
  const { orgId } = member
  const leaverOf = Effect.fnUntraced(function* (name: string, why: string | null) {
    const id = yield* aCase(orgId, { email: `${name}@acme.test`, apps: ["github"] })
    yield* asSystem((sql) =>
      Effect.andThen(
        sql`UPDATE offboardings SET exit_date = ${period.from}::date + 30 WHERE id = ${id}`,
        sql`INSERT INTO left_behind_sights (org_id, offboarding_id, service_name, kind, phase, looked_at, why) VALUES
          (${orgId}, ${id}, 'github', 'ssh_key', 'begin', '2026-01-02T09:00:00Z', 'Not yet'),
          (${orgId}, ${id}, 'github', 'ssh_key', 'after', '2026-03-02T09:00:00Z', ${why})`
      )
    )
    return id
  })
  const at = { service_name: "github", kind: "ssh_key", closing: "revoke" }
  const settled = { disposition: "revoked", evidence: "read_back", settled_at: "2026-03-02T09:01:00Z" }
  const [ada, bob] = [yield* leaverOf("ada", null), yield* leaverOf("bob", null)]
  yield* leaverOf("cleo", "The connection needs single sign-on")
  yield* aLeftBehind(orgId, ada, at)
  yield* aLeftBehind(orgId, ada, { ...at, ...settled })
  yield* aLeftBehind(orgId, bob, { ...at, ...settled })
})

layer(AppWithFolder)("what stays behind in a leaver test", (it) => {
  // leaver-test-10
  it.effect(
    "a file and figures of its own, which the second program recounts; the report and the auditor's page name what was not seen",
    function* () {
      yield* TestClock.setTime(DateTime.toEpochMillis(asOf))
      const member = yield* aSuperAdmin()
      yield* looksForIt(member.orgId)
      yield* threeLeavers(member)
      const { files, id, zip } = yield* made(member)
      const { result } = yield* shown(member, id)
      assert.deepInclude(result?.left_behind, {
        total: 3,
        tested: 2,
        settled: 1,
        pending: 1,
        not_seen: 1,
        not_due: 0,
        exception_rate: 0.5,
        things: { found: 3, read_back: 2, vendor_answer: 0, confirmed_by_hand: 0, accepted: 0, pending: 1 },
        unseen: [{ app: "github", kind: "ssh_key", leavers: 1 }]
      })
      const csv = files.get("left-behind.csv")?.toString() ?? ""
      assert.include(
        csv,
        "github,yes,ssh_key,not_visible,The connection needs single sign-on,2026-03-02T09:00:00.000Z,0"
      )
      const folder = mkdtempSync(join(tmpdir(), "svc-leaver-test-"))
      for (const [name, content] of files) writeFileSync(join(folder, name), content)
      const told = yield* recount(folder)
      assert.isTrue(told.holds, told.lines.join("\n"))
      writeFileSync(join(folder, "left-behind.csv"), csv.replace(",settled", ",pending"))
      assert.isFalse((yield* recount(folder)).holds)

      const key = signingKeys.publicKey.export({ format: "pem", type: "spki" }).toString()
      const report = yield* Effect.promise(() => verify([input("leaver-test.zip", zip), input("key.pem", key, "Key")]))
      assert.deepStrictEqual([report.verdict, failuresOf(report)], ["proven", []])
      const oscal = files.get("assessment-results.json")?.toString() ?? ""
      assert.include(oscal, "Orphaned items that outlive the account")
      assert.include(oscal, "1 with a pending item after the hours allowed")
      const { letters } = yield* readPdf(files.get("report.pdf") ?? Buffer.of())
      assert.include(letters, "1of2leaverstestedhasapendingitem:50.0%")
      assert.include(letters, "githubSshkey1")
      const link = yield* anAuditorLink(member, id)
      const page = (yield* opened(link.token)).text
      assert.include(page, 'href="#left-behind"')
      assert.include(page, "1 of 2 leavers tested has a pending item: 50.0%")
    }
  )

  it.effect("where it was never looked for, there is no file, no figure and no part of it", function* () {
    yield* TestClock.setTime(DateTime.toEpochMillis(asOf))
    const member = yield* aSuperAdmin()
    yield* aCase(member.orgId, { apps: ["github"] })
    const { files, id } = yield* made(member)
    assert.isFalse(files.has("left-behind.csv"))
    assert.notInclude(files.get("statistics.json")?.toString() ?? "", "left_behind")
    const { body } = yield* as(member).get(`/api/reports/leaver-test/${id}`)
    assert.notInclude(JSON.stringify(body), "left_behind")
    const page = (yield* opened((yield* anAuditorLink(member, id)).token)).text
    assert.notInclude(page, "left-behind")
  })
})
