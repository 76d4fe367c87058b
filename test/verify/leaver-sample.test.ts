import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { aFolderWith, runIn } from "./alone.ts"
import { aLeaverTest, leaverTestFiles, seedOf, ticketsOf } from "./leaver-writing.ts"
import { aSigner, zipOf } from "./writing.ts"

const signer = aSigner()
const hard = "\"quoted\" \\ 'single' $HOME `x` %s Ωmega 離職 👩🏽‍💻\nsecond line\r\n\n"
const made = aLeaverTest({ signer, words: hard, size: 12 })
const population = made.parts["population.csv"] ?? assert.fail("no population")
const anchorHash = made.anchor.entry_hash
const files = leaverTestFiles(made.orgId, made.parts, signer)

let folder = ""

beforeAll(async () => {
  const changed = { ...files, "population.csv": population.replace("completed", "cancelled") }
  folder = aFolderWith({
    "t.zip": await zipOf(files),
    "changed.zip": await zipOf(changed),
    "population.csv": population,
    "key.pem": signer.pem
  })
})

afterAll(() => rmSync(folder, { recursive: true }))

const run = (...args: ReadonlyArray<string>) => runIn(folder, ...args)

/** The seed, and ticket and leaver of each line, as printed. */
const printed = (stdout: string) => ({
  seed: /^seed ([0-9a-f]{64})$/m.exec(stdout)?.[1],
  tickets: [...stdout.matchAll(/^([0-9a-f]{64})\t([0-9a-f-]{36})\t/gm)].map(([, ticket, id]) => `${ticket} ${id}`)
})

/** The same from a shell script that knows nothing but the published rule. */
const redrawn = (words: string, size: number) => {
  const { status, stderr, stdout } = spawnSync(
    "sh",
    ["test/verify/redraw.sh", join(folder, "population.csv"), anchorHash, String(size), words],
    { encoding: "utf8" }
  )
  assert.deepStrictEqual([status, stderr], [0, ""])
  const [first = "", ...tickets] = stdout.trimEnd().split("\n")
  return { seed: first.slice("seed ".length), tickets }
}

describe("the sample of a leaver test, redrawn", () => {
  // verification-14: Its sample is drawn anew in each check; `--sample` prints it, or one with an auditor's own words
  //   and size, as a shell script draws it.
  it("is what a shell script with sha256sum and sort draws from the same ZIP", () => {
    const { status, stdout } = run("t.zip", "--sample", "--key", "key.pem")
    assert.strictEqual(status, 0)
    assert.match(stdout, /^All checks passed\n/)
    assert.deepStrictEqual(printed(stdout), redrawn(hard, 12))
    assert.deepStrictEqual(
      printed(stdout).tickets.map((line) => line.slice(65)),
      made.sample.drawn
    )
    assert.include(stdout, "Sample of t.zip, drawn again by the published rule.")
    assert.include(stdout, `12 of 40 leavers, anchor ${anchorHash}`)
  })

  it("a line is ticket, leaver_id, name and last working day, and nothing in a name steers a terminal", () => {
    const { stdout } = run("t.zip", "--sample", "--size", "40")
    const lines = stdout.split("\n").filter((line) => /^[0-9a-f]{64}\t/.test(line))
    assert.lengthOf(lines, 40)
    const byId = new Map(lines.map((line) => [line.split("\t")[1], line.split("\t")]))
    const of = (at: number) => byId.get(made.ids[at] ?? "")?.slice(2)
    assert.deepStrictEqual(of(1), ["Łukasz Ωmega 1", "2026-01-02"])
    assert.deepStrictEqual(of(5), ['Lovelace, "Ada"', "2026-01-06"])
    assert.deepStrictEqual(of(7), ["=SUM(A1)", "2026-01-08"])
  })

  // verification-14
  it("is drawn with an auditor's own words or size from the same population, and said to be another one", () => {
    const own = "Words that I chose today: é 👍"
    for (const [args, words, size] of [
      [["--words", own], own, 12],
      [["--words", own, "--size", "3"], own, 3],
      [["--size", "25"], hard, 25],
      [["--size", "999"], hard, 40],
      [["--words", ""], "", 12],
      [["--words", "one\ntwo\n"], "one\ntwo\n", 12]
    ] as const) {
      const { status, stdout } = run("t.zip", "--sample", ...args)
      assert.strictEqual(status, 0)
      assert.deepStrictEqual(printed(stdout), redrawn(words, size))
      assert.include(stdout, "It is not the sample of the test.")
    }
    assert.notInclude(run("t.zip", "--sample", "--words", hard, "--size", "12").stdout, "It is not the sample")
  })

  it("--json has it beside verdict and findings", () => {
    const { status, stdout } = run("t.zip", "--sample", "--words", "mine", "--json", "--key", "key.pem")
    assert.strictEqual(status, 0)
    const report: {
      readonly verdict: string
      readonly samples: ReadonlyArray<{
        readonly [name: string]: unknown
        readonly drawn: ReadonlyArray<{ ticket: string; leaverId: string }>
      }>
    } = JSON.parse(stdout)
    const seed = seedOf({ population, anchorHash, words: "mine" })
    assert.strictEqual(report.verdict, "proven")
    assert.deepInclude(report.samples[0], { file: "t.zip", own: true, seed, words: "mine", populationRows: 40 })
    assert.deepStrictEqual(
      report.samples[0]?.drawn.map(({ leaverId, ticket }) => `${ticket} ${leaverId}`),
      ticketsOf(seed, made.ids).slice(0, 12)
    )
    assert.notProperty(JSON.parse(run("t.zip", "--json").stdout), "samples")
  })

  it("from a population that does not hold, it comes with a warning and exit code 1", () => {
    const { status, stdout } = run("changed.zip", "--sample")
    assert.strictEqual(status, 1)
    assert.include(stdout, "Do not rely on it: see the failed checks below.")
    assert.include(stdout, "[changed.zip › population.csv")
  })

  it("2: where there is nothing to draw from, and for options that mean nothing", () => {
    const nothing = run("key.pem", "--sample")
    assert.deepStrictEqual([nothing.status, nothing.stdout.includes("No sample could be drawn.")], [2, true])
    for (const args of [
      ["--words", "x"],
      ["--size", "3"],
      ["--sample", "--size", "0"],
      ["--sample", "--size", "x"]
    ]) {
      assert.strictEqual(run("t.zip", ...args).status, 2, args.join(" "))
    }
    for (const option of ["--sample", "--words", "--size"]) assert.include(run("--help").stdout, option)
  })
})
