import { assert, describe, it } from "@effect/vitest"
import { inflateSync, zipSync } from "fflate"
import { randomUUID } from "node:crypto"
import process from "node:process"
import { aLeaverTest, csvOf, leaverTestFiles, type LeaverTestOptions, populationOf } from "./leaver-writing.ts"
import { anAnchor, aPage, aSigner, evidenceFiles, failuresOf, said, verified, zipOf } from "./writing.ts"

const signer = aSigner()
const made = aLeaverTest({ signer, words: "Nobody could foresee this: Ωmega" })
const files = leaverTestFiles(made.orgId, made.parts, signer)

type Parts = Readonly<Record<string, string | Uint8Array>>

const checked = async (given: Parts, key: Readonly<Record<string, string>> = { "key.pem": signer.pem }) =>
  verified({ "t.zip": await zipOf(given), ...key })

/** The leaver test made so, with its parts changed before the manifest lists them. */
const checkedWith = (options: LeaverTestOptions, change: (test: typeof made) => Parts = ({ parts }) => parts) => {
  const test = aLeaverTest({ signer, ...options })
  return checked(leaverTestFiles(test.orgId, change(test), signer))
}

const namesIn = (report: Awaited<ReturnType<typeof verified>>) => failuresOf(report).map(({ where }) => where?.file)

/** Places in the content: its ends, and some between. */
const placesIn = ({ length }: Uint8Array) => [
  ...new Set(Array.from({ length: 14 }, (_, at) => Math.floor((at * (length - 1)) / 13)))
]

const flipped = (content: Uint8Array, at: number) => {
  const changed = Buffer.from(content)
  changed[at] = (changed[at] ?? 0) ^ (at % 2 === 0 ? 1 : 0x80)
  return changed
}

const unpacksTo = (packed: Uint8Array, content: string | Uint8Array) => {
  try {
    // The verifier's own reader: zlib refuses tables that no byte of the file needs, and this one reads past them.
    return Buffer.from(inflateSync(packed)).equals(Buffer.from(content))
  } catch {
    return false
  }
}

describe("a leaver test", () => {
  // verification-13: That the log fixed its population before the anchor was made is proven, and what no signature
  //   shows is said.
  it("is proven whole: its files, the entry that fixed the population, the anchor over it, and the draw", async () => {
    const report = await checked(files)
    assert.deepStrictEqual(failuresOf(report), [])
    assert.strictEqual(report.verdict, "proven")
    for (const sentence of [
      "All 12 files of the leaver access test match its manifest",
      "The file is signed with the key that you gave",
      "The population of 40 leavers, the seed phrase, and the sample size are the ones fixed in the log.",
      "The population was fixed before the anchor of the draw was made.",
      "Entries 4 to 7 are unchanged since they were anchored.",
      "The sample of 10 leavers is the one that the published rule draws."
    ]) {
      assert.include(said(report, "proven"), sentence)
    }
    for (const open of [
      "That no other sample was drawn before this one.",
      "That the figures are right, and that no leaver is missing from the population."
    ]) {
      assert.include(said(report, "not_shown"), open)
    }
    assert.notInclude(JSON.stringify(report), "A PDF is a readable copy")
  })

  it("with its own key only is not vouched for", async () => {
    const report = await checked(files, {})
    assert.deepStrictEqual([report.verdict, failuresOf(report)], ["unvouched", []])
  })

  // verification-12: A leaver test is checked there too: one flipped byte in any file of its ZIP is named with the
  //   file's path.
  it("one flipped byte is named with the path of the file that has it, whatever the file, with and without a key", async () => {
    for (const [path, content] of Object.entries(files)) {
      for (const at of placesIn(Buffer.from(content))) {
        const zip = { ...files, [path]: flipped(Buffer.from(content), at) }
        for (const key of [{ "key.pem": signer.pem }, {}]) {
          const report = await checked(zip, key)
          assert.strictEqual(report.verdict, "failed", `${path}, byte ${at}`)
          assert.include(namesIn(report), `t.zip › ${path}`, `byte ${at}`)
        }
      }
    }
  })

  // verification-12
  it("one flipped byte of a file as it lies packed in the ZIP is named with its path", async () => {
    const zip = Buffer.from(
      zipSync(Object.fromEntries(Object.entries(files).map(([path, content]) => [path, Buffer.from(content)])))
    )
    const tried = new Set<string>()
    for (const path of Object.keys(files)) {
      // The first header that names it is its own; its content stands behind the name.
      const name = zip.indexOf(path)
      const start = name + path.length + zip.readUInt16LE(name - 2)
      const packed = zip.readUInt32LE(name - 12)
      for (let at = 0; at < packed; at += Math.ceil(packed / 12)) {
        const changed = flipped(zip, start + at)
        // Some bits of what is packed only fill it up: no byte of the file hangs on them.
        if (unpacksTo(changed.subarray(start, start + packed), files[path] ?? "")) continue
        tried.add(path)
        const report = await verified({ "t.zip": changed })
        assert.notInclude(["proven", "unvouched"], report.verdict, `${path}, byte ${at}`)
        assert.include(
          report.findings.map(({ where }) => where?.file),
          `t.zip › ${path}`,
          `byte ${at}`
        )
      }
    }
    assert.sameMembers([...tried], Object.keys(files))
  })

  it("a missing, an added and a twice listed file are named", async () => {
    for (const path of Object.keys(files)) {
      const { [path]: _left, ...others } = files
      const report = await checked(others)
      assert.strictEqual(report.verdict, "failed", path)
      assert.include(namesIn(report), `t.zip › ${path}`)
    }
    const added = await checked({ ...files, "more.csv": "x" })
    assert.include(said(added, "failed"), "A file was added to the leaver access test.")
    assert.include(namesIn(added), "t.zip › more.csv")
    const manifest: { files: Array<unknown> } = JSON.parse(String(files["manifest.json"]))
    const twice = JSON.stringify({ ...manifest, files: [...manifest.files, manifest.files[0]] })
    const report = await checked({ ...files, "manifest.json": twice, "manifest.json.sig": signer.sign(twice) })
    assert.deepStrictEqual(
      failuresOf(report).map(({ what, where }) => [what, where?.file]),
      [["A file is listed twice in the manifest.", "t.zip › population.csv"]]
    )
  })

  // verification-27: A signed ZIP that lacks a required file is never verified as a leaver access test.
  it("a signed one that leaves out what every leaver test has is no leaver test", async () => {
    for (const path of Object.keys(made.parts).filter((name) => !/^(verify\.html|signing-key\.pem)$/.test(name))) {
      const { [path]: _left, ...others } = made.parts
      const report = await checked(leaverTestFiles(made.orgId, others, signer))
      assert.strictEqual(report.verdict, "failed", path)
      assert.include(namesIn(report), `t.zip › ${path}`)
    }
  })

  // verification-13
  it("without any signature proves what it can, says what it cannot, and every file but the manifest is named all the same", async () => {
    const bare = aLeaverTest()
    const unsigned = leaverTestFiles(bare.orgId, bare.parts, undefined)
    const report = await checked(unsigned, {})
    assert.deepStrictEqual([report.verdict, failuresOf(report)], ["unvouched", []])
    for (const open of [
      "Who made the leaver access test. Its manifest is not signed: a file and its line in the manifest could have been changed together.",
      "That no one chose the anchor of the draw. It has no signature: the maker of these files could have repeated log, anchor, and draw until the sample was convenient.",
      "There is no key to check any signature with."
    ]) {
      assert.include(said(report, "not_shown"), open)
    }
    assert.notInclude(said(report, "proven"), "The population was fixed before the anchor of the draw was made")
    for (const [path, content] of Object.entries(bare.parts)) {
      for (const at of placesIn(Buffer.from(content))) {
        const changed = await checked({ ...unsigned, [path]: flipped(Buffer.from(content), at) }, {})
        assert.include(namesIn(changed), `t.zip › ${path}`, `byte ${at}`)
      }
    }
    assert.strictEqual((await checked(unsigned)).verdict, "failed")
  })

  // verification-28: A missing signature or manifest is reported.
  it("a signature that was taken out is missed, as is a manifest", async () => {
    const { "manifest.json.sig": _signature, ...unsigned } = files
    assert.include(said(await checked(unsigned, {}), "failed"), "The signature of the manifest is missing.")
    const { "manifest.json": _manifest, ...rest } = unsigned
    assert.include(said(await checked(rest, {}), "failed"), "The manifest is missing or broken.")
  })

  it("made by another is not vouched for by the auditor's key, even around the genuine log", async () => {
    const forger = aSigner()
    const report = await checked(leaverTestFiles(made.orgId, made.parts, forger))
    assert.strictEqual(report.verdict, "failed")
    assert.include(said(report, "failed"), "The file is not signed with the key that you gave.")
  })
})

const other = populationOf([randomUUID(), randomUUID()])
const sampleWith = (changes: object) => (test: typeof made) => ({
  ...test.parts,
  "sample.json": JSON.stringify({ ...test.sample, ...changes })
})
const part = (name: string, change: (content: string) => string) => (test: typeof made) => ({
  ...test.parts,
  [name]: change(test.parts[name] ?? assert.fail(name))
})
const rowsSwapped = (csv: string) => {
  const [head = "", first = "", second = "", ...rest] = csv.split("\r\n")
  return [head, second, first, ...rest].join("\r\n")
}

describe("a leaver test that its maker signed, but that does not keep the rule", () => {
  const cases: ReadonlyArray<
    readonly [string, LeaverTestOptions, ((test: typeof made) => Parts) | undefined, string, string]
  > = [
    [
      "another population was fixed",
      { fixed: { population: other } },
      undefined,
      "population.csv",
      "is not the one that was fixed before the draw"
    ],
    ["another number of rows was fixed", { fixed: { rows: 39 } }, undefined, "population.csv", "fixed"],
    [
      "other words were fixed",
      { fixed: { words: "others" } },
      undefined,
      "sample.json",
      "The seed phrase is not the one"
    ],
    ["another size was fixed", { fixed: { size: 11 } }, undefined, "sample.json", "The sample size is not"],
    [
      "the entry is of another action",
      { action: "leaver_test_ready" },
      undefined,
      "audit.json",
      "The entry that fixed the population is missing."
    ],
    ["audit.json begins behind the entry", { from: 5 }, undefined, "audit.json", "does not show that entry"],
    [
      "the draw names another entry",
      {},
      sampleWith({ population_seq: 5 }),
      "audit.json",
      "The entry that fixed the population is missing."
    ],
    [
      "the anchor is over an earlier entry",
      { anchored: 3 },
      undefined,
      "anchors.json",
      "does not cover the population"
    ],
    [
      "the anchor is over a later entry than the chain reaches",
      { anchored: 9 },
      undefined,
      "anchors.json",
      "does not cover the population"
    ],
    [
      "the draw names an anchor that is not there",
      {},
      sampleWith({ anchor_id: randomUUID() }),
      "anchors.json",
      "The anchor of the draw is missing."
    ],
    [
      "there are no anchors",
      {},
      ({ orgId, parts }) => ({ ...parts, "anchors.json": JSON.stringify(aPage(orgId, [], signer)) }),
      "anchors.json",
      "The anchor of the draw is missing."
    ],
    [
      "the anchor's hash is another",
      {},
      sampleWith({ anchor_hash: "0".repeat(64) }),
      "sample.json",
      "names its anchor with another hash or time"
    ],
    [
      "the anchor's time is another",
      {},
      sampleWith({ anchored_at: "2026-03-05T00:00:00.000Z" }),
      "sample.json",
      "names its anchor with another hash or time"
    ],
    [
      "the anchor's signature is another's",
      {},
      ({ orgId, parts, rows, sample }) => {
        const row = rows[6] ?? assert.fail("no entry 7")
        const forged = { ...anAnchor(row, aSigner()), id: sample.anchor_id, key_id: signer.keyId }
        return { ...parts, "anchors.json": JSON.stringify(aPage(orgId, [forged], signer)) }
      },
      "anchors.json",
      "is forged or damaged"
    ],
    [
      "the population's hash is another in the draw",
      {},
      sampleWith({ population_sha256: "0".repeat(64) }),
      "sample.json",
      "The draw names another population."
    ],
    [
      "the population's rows are others in the draw",
      {},
      sampleWith({ population_rows: 41 }),
      "sample.json",
      "The draw names another population."
    ],
    ["the seed was picked", {}, sampleWith({ seed: "1".repeat(64) }), "sample.json", "The seed of the draw is wrong."],
    [
      "the words were changed afterwards",
      {},
      sampleWith({ words: "better ones" }),
      "sample.json",
      "The seed phrase is not the one"
    ],
    [
      "a leaver was exchanged in the draw",
      {},
      (test) => sampleWith({ drawn: test.sample.drawn.with(3, randomUUID()) })(test),
      "sample.json",
      "At place 4 the rule draws"
    ],
    [
      "the draw has another order",
      {},
      (test) => sampleWith({ drawn: test.sample.drawn.toReversed() })(test),
      "sample.json",
      "At place 1 the rule draws"
    ],
    [
      "a leaver was left out of the draw",
      {},
      (test) => sampleWith({ drawn: test.sample.drawn.slice(1) })(test),
      "sample.json",
      "The rule draws 10; sample.json lists 9."
    ],
    ["sample.json has no words", {}, sampleWith({ words: null }), "sample.json", "The draw could not be read."],
    ["sample.json is of another format", {}, sampleWith({ format: "x" }), "sample.json", "The draw could not be read."],
    ["sample.csv has another order", {}, part("sample.csv", rowsSwapped), "sample.csv", "line 2 differs"],
    [
      "sample.csv has a row more",
      {},
      part("sample.csv", (csv) => `${csv}x\r\n`),
      "sample.csv",
      "does not contain the rows"
    ],
    [
      "sample.csv says something else of a leaver",
      {},
      part("sample.csv", (csv) => csv.replace("completed", "cancelled")),
      "sample.csv",
      "line 2 differs"
    ],
    [
      "sample.csv has other line ends",
      {},
      part("sample.csv", (csv) => csv.replaceAll("\r\n", "\n")),
      "sample.csv",
      "does not contain the rows"
    ],
    [
      "a row of the population was changed after it was fixed",
      {},
      part("population.csv", (csv) => csv.replace("completed", "cancelled")),
      "population.csv",
      "is not the one that was fixed before the draw"
    ],
    [
      "the population has a leaver twice",
      {},
      part("population.csv", (csv) => `${csv}${csv.split("\r\n")[1]}\r\n`),
      "population.csv",
      "has two rows"
    ],
    [
      "the population has a row over two lines",
      {},
      part("population.csv", (csv) => csv.replace("Sales; North", "Sales\r\nNorth")),
      "population.csv",
      "a row must be one line"
    ],
    [
      "the population is cut short",
      {},
      part("population.csv", (csv) => csv.slice(0, -1)),
      "population.csv",
      "is truncated"
    ],
    [
      "the population has a quoted leaver_id",
      {},
      part("population.csv", (csv) => csv.replace(/^([0-9a-f-]{36})/m, '"$1"')),
      "population.csv",
      "does not start with a plain leaver_id"
    ],
    [
      "the population has a cell too few",
      {},
      part("population.csv", (csv) => csv.replace(",hris,", ",")),
      "population.csv",
      "cells"
    ],
    [
      "the population has no column of ids",
      {},
      part("population.csv", (csv) => csv.replace("leaver_id", "id")),
      "population.csv",
      "Its first column must be leaver_id"
    ],
    ["audit.json is none", {}, part("audit.json", () => "{}"), "audit.json", "could not be read"],
    [
      "the chain has a gap",
      {},
      part("audit.json", (json) => {
        const file: { skeleton: Array<unknown> } = JSON.parse(json)
        return JSON.stringify({ ...file, skeleton: file.skeleton.toSpliced(1, 1) })
      }),
      "audit.json",
      "is missing"
    ]
  ]

  it.each(cases)("%s", async (_name, options, change, path, sentence) => {
    const report = await checkedWith(options, change)
    assert.strictEqual(report.verdict, "failed")
    assert.include(
      failuresOf(report)
        .filter(({ where }) => where?.file === `t.zip › ${path}`)
        .map(({ what, why }) => `${what} ${why}`)
        .join("\n"),
      sentence,
      JSON.stringify(failuresOf(report), null, 1)
    )
  })

  it("a chain that does not hold proves nothing of the population and of the anchor", async () => {
    const links = part("audit.json", (json) => {
      const file: { skeleton: ReadonlyArray<object> } = JSON.parse(json)
      return JSON.stringify({
        ...file,
        skeleton: file.skeleton.map((link, at) => (at === 0 ? { ...link, content_hash: "0".repeat(64) } : link))
      })
    })
    const report = await checkedWith({}, links)
    assert.include(said(report, "failed"), "The link of entry 5, which is not shown, was changed.")
    assert.notInclude(said(report, "proven"), "The population")
  })

  it("the manifest is of another organisation than the log", async () => {
    const report = await checked(leaverTestFiles(randomUUID(), made.parts, signer))
    assert.include(said(report, "failed"), "belongs to another organization than the entries in it")
  })

  it("the manifest has no id of a test", async () => {
    const manifest = JSON.stringify({ ...JSON.parse(String(files["manifest.json"])), leaver_test_id: "x" })
    const report = await checked({ ...files, "manifest.json": manifest, "manifest.json.sig": signer.sign(manifest) })
    assert.deepStrictEqual(namesIn(report), ["t.zip › manifest.json"])
  })
})

describe("a leaver test at its edges", () => {
  it("without a sample, without leavers, and with fewer leavers than were to be drawn, is proven", async () => {
    for (const options of [
      { size: 0 },
      { ids: [] },
      { size: 1000 },
      { size: 10, fixed: { size: 10 }, ids: [randomUUID()] }
    ]) {
      const report = await checkedWith({ ...options, fixed: { size: options.size ?? 10 } })
      assert.deepStrictEqual([report.verdict, failuresOf(report)], ["proven", []], JSON.stringify(options))
    }
  })

  it("an anchor of the very entry that fixed the population covers it", async () => {
    const report = await checkedWith({ anchored: 4 })
    assert.deepStrictEqual([report.verdict, failuresOf(report)], ["proven", []])
  })

  it("words with quotation marks, other scripts and line breaks are hashed as they are", async () => {
    for (const words of [
      "\"quoted\" \\ 'single' $HOME `x` %s",
      "Ωmega 離職 👩🏽‍💻 é e\u0301",
      "two\nlines\r\n\n",
      " \t "
    ]) {
      const report = await checkedWith({ words })
      assert.deepStrictEqual([report.verdict, failuresOf(report)], ["proven", []], words)
      assert.strictEqual((await checkedWith({ words }, sampleWith({ words: `${words}\n` }))).verdict, "failed")
    }
  })

  it("the manifest of one by itself shows nothing", async () => {
    const report = await verified({ "manifest.json": files["manifest.json"] })
    assert.include(said(report, "not_shown"), "It describes other files. Add the whole ZIP it came in.")
  })

  it("the evidence of a case is named as such by the same sentences", async () => {
    const report = await checked(evidenceFiles(made.orgId, { "case.json": "{}" }, signer))
    assert.include(said(report, "proven"), "All 1 files of the evidence match its manifest")
  })

  it("10,000 leavers with 8 apps each are checked in a few seconds", async () => {
    const ids = Array.from({ length: 10_000 }, () => randomUUID())
    const removals = csvOf([
      "leaver_id,app",
      ...ids.flatMap((id) => Array.from({ length: 8 }, (_, app) => `${id},App ${app},${"x".repeat(300)}`))
    ])
    const large = aLeaverTest({ ids, removals, size: 1000, signer })
    const zip = Buffer.from(
      zipSync(
        Object.fromEntries(
          Object.entries(leaverTestFiles(large.orgId, large.parts, signer)).map(([path, content]) => [
            path,
            Buffer.from(content)
          ])
        ),
        { level: 1 }
      )
    )
    // Not by the clock on the wall: other processes may have the machine meanwhile.
    const before = process.cpuUsage()
    const report = await verified({ "t.zip": zip, "key.pem": signer.pem })
    const { system, user } = process.cpuUsage(before)
    assert.deepStrictEqual([report.verdict, failuresOf(report)], ["proven", []])
    assert.isBelow(user + system, 8_000_000)
  })
})
