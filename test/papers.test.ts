import { assert, describe, it } from "@effect/vitest"
import { existsSync, globSync, readFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { districts } from "./support/house.ts"
import { promises } from "./support/promises.ts"

interface Entry {
  readonly file: string
  /** What stands before the number: a district, or the topic of a promise. */
  readonly name: string
  readonly number: number
  /** What follows the number, line by line, without the indent. */
  readonly lines: ReadonlyArray<string>
}

const head = /^- \*\*([a-z]+(?:-[a-z]+)*)-(\d+)\*\* (.+)$/

/** The entries of a paper, and the lines that look like one and are none. */
const read = (file: string): { readonly entries: ReadonlyArray<Entry>; readonly odd: ReadonlyArray<string> } => {
  const entries: Array<Entry & { lines: Array<string> }> = []
  const odd: Array<string> = []
  let open: Array<string> | undefined
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const [, name, number, text] = head.exec(line) ?? []
    if (name !== undefined && number !== undefined && text !== undefined) {
      open = [text]
      entries.push({ file, name, number: Number(number), lines: open })
    } else if (open !== undefined && /^ {2}\S/.test(line)) open.push(line.trim())
    else {
      open = undefined
      if (/^\s*[-*+] |^\s+\S/.test(line)) odd.push(`${file}: "${line.trim()}" is of no entry`)
    }
  }
  return { entries, odd }
}

const papers = (pattern: string) => {
  const all = globSync(pattern).toSorted().map(read)
  return { entries: all.flatMap(({ entries }) => entries), odd: all.flatMap(({ odd }) => odd) }
}

const decisions = papers("docs/decisions/*.md")
const promised = promises()

/** The names that number decisions: a district's, and `proof` for those of evidence, reports, exports and erasure. */
const papersOf = [...districts, "proof"].filter((name) => existsSync(`docs/decisions/${name}.md`))

const idOf = ({ name, number }: Entry) => `${name}-${number}`

/** Numbers that a file gives up, so that the others keep theirs. */
const retiredIn = (file: string): ReadonlyArray<number> =>
  (/^Retired: ([\d, ]+)\.$/m.exec(readFileSync(file, "utf8"))?.[1] ?? "").split(", ").filter(Boolean).map(Number)

/** Of one name: 1, 2, 3 and so on, without those that its file retired. */
const gaps = (entries: ReadonlyArray<Entry>): ReadonlyArray<string> =>
  [...Map.groupBy(entries, ({ name }) => name).values()].flatMap((ofName) => {
    const retired = new Set(ofName.flatMap(({ file }) => retiredIn(file)))
    const numbers = Array.from({ length: ofName.length + retired.size }, (_, index) => index + 1).filter(
      (number) => !retired.has(number)
    )
    return ofName
      .filter(({ number }, index) => number !== numbers[index])
      .slice(0, 1)
      .map(
        (entry) => `${entry.file}: ${idOf(entry)} stands where ${entry.name}-${numbers[ofName.indexOf(entry)]} belongs`
      )
  })

/** A test as its readers see it: `it.status(409, "a rule", …)` is shown as `409: a rule`. */
const shown = (text: string) =>
  text.replaceAll(
    /\.status(?:\.each\([^]*?\))?\(\s*(\d{3}),\s*(["'`])/g,
    (_, status: string, quote: string) => `.status(${quote}${status}: `
  )

/** Titles of cases and of what holds them. */
const titles = /(?:\b(?:it|describe)(?:\.\w+)*\(|\)\()\s*("(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`)/g

/** What a file says to its readers: its comments, line by line, and in a test the titles. */
const saidIn = (file: string): ReadonlyArray<string> => {
  const text = readFileSync(file, "utf8")
  const said = file.startsWith("test/") ? [...shown(text).matchAll(titles)].map(([, title = ""]) => title) : []
  let inside = false
  for (const line of text.split("\n")) {
    const opening = /(?<=^|\s)(?:\/\/|\/\*|-- )/.exec(line)
    if (!inside && opening === null) continue
    const start: number = inside ? 0 : (opening?.index ?? 0)
    said.push(line.slice(start))
    inside = (inside || opening?.[0] === "/*") && !line.includes("*/", start)
  }
  return said
}

const said = ["src/**/*.ts", "packages/*/src/**/*.ts", "migrations/*.sql", "scripts/**/*.ts", "test/**/*.ts"]
  .flatMap((pattern) => globSync(pattern))
  .flatMap((file) => saidIn(file).map((line) => ({ file, line })))

/** Names with a number that are no citation: of country codes. */
const others = new Set(["alpha-2"])

describe("the decisions", () => {
  it("each file is a district's, and its entries are numbered 1, 2, 3 in its name", () => {
    assert.isAbove(decisions.entries.length, 100)
    const strange = decisions.entries
      .filter(({ file, name }) => basename(file, ".md") !== name || !papersOf.includes(name))
      .map((entry) => `${entry.file}: ${idOf(entry)} is of another district, or of none`)
    assert.deepStrictEqual([...decisions.odd, ...strange, ...gaps(decisions.entries)], [])
  })

  it("each entry has a title, and none stands twice", () => {
    const untitled = decisions.entries
      .filter(({ lines }) => !/^\*\*[^*]+[.?!]\*\*(?: |$)/.test(lines.join(" ")))
      .map((entry) => `${entry.file}: ${idOf(entry)} has no title`)
    const twice = [...Map.groupBy(decisions.entries, ({ lines }) => lines.join(" ").toLowerCase()).values()]
      .filter((same) => same.length > 1)
      .map((same) => `${same.map(idOf).join(" and ")} say the same`)
    const titled = [
      ...Map.groupBy(
        decisions.entries,
        ({ file, lines }) => `${file} ${/^\*\*[^*]+/.exec(lines.join(" "))?.[0]}`
      ).values()
    ]
      .filter((same) => same.length > 1)
      .map((same) => `${same.map(idOf).join(" and ")} have one title`)
    assert.deepStrictEqual([...untitled, ...twice, ...titled], [])
  })

  it("a decision that an entry names is there", () => {
    const known = new Set(decisions.entries.map(idOf))
    const unknown = decisions.entries.flatMap((entry) =>
      [...entry.lines.join(" ").matchAll(/(?<![\w./-])([a-z]+)-\d+(?![\w-])/g)]
        .filter(([token, name = ""]) => papersOf.includes(name) && !known.has(token))
        .map(([token]) => `${entry.file}: ${idOf(entry)} names ${token}, which is no decision`)
    )
    assert.deepStrictEqual(unknown, [])
  })
})

describe("what comments and titles name", () => {
  it("every number that is cited is a decision's or a promise's", () => {
    const known = new Set([...decisions.entries.map(idOf), ...promised.map(({ id }) => id)])
    const unknown = said.flatMap(({ file, line }) =>
      [...line.matchAll(/(?<![\w./-])[a-z]+(?:-[a-z]+)*-\d+(?![\w-])/g)]
        .map(([token]) => token)
        .filter((token) => !known.has(token) && !others.has(token))
        .map((token) => `${file}: ${token} is neither a decision nor a promise`)
    )
    assert.deepStrictEqual(unknown, [])
  })

  it("no paper is cited that is not in the repository", () => {
    const strange = said.flatMap(({ file, line }) =>
      [...line.matchAll(/\bD[123]\b|\bdecisions? \d[\d.]*/gi)].map(
        ([token]) => `${file}: "${token}" is of a paper that is not here`
      )
    )
    assert.deepStrictEqual(strange, [])
  })
})

describe("the promises", () => {
  it("each has one sentence, at a case that holds it", () => {
    assert.isAbove(promised.length, 800)
    const strange = promised.flatMap(({ cases, id, sentences }) => [
      ...(sentences.length === 1 ? [] : [`${id} has ${sentences.length} sentences: ${cases[0]?.file}`]),
      ...cases.filter(({ title }) => title === "").map(({ file }) => `${file}: ${id} is at no case`)
    ])
    assert.deepStrictEqual(strange, [])
  })
})

describe("the way through the house", () => {
  const guides = ["ARCHITECTURE.md", "CONTRIBUTING.md", ...globSync("docs/how-to/*.md")]

  /** Paths as they stand, and names of files alone, which belong to a folder that the same guide names. */
  const namedIn = (guide: string) => {
    const names = [...readFileSync(guide, "utf8").matchAll(/`([\w./-]+)`/g)].map(([, name = ""]) => name)
    const paths = names.filter((name) => /^(?:src|test|packages|migrations|docs|scripts|examples)\//.test(name))
    const folders = new Set(paths.flatMap((path) => [path, dirname(path)]))
    return {
      paths,
      bare: names
        .filter((name) => /^[a-z-]+\.ts$/.test(name))
        .map((name) => ({ name, at: [...folders].map((folder) => `${folder}/${name}`) }))
    }
  }

  /** What every domain calls alike, wherever it is. */
  const roles = new Set(
    [...Map.groupBy(globSync("{src,packages}/**/*.ts"), (file) => basename(file))].flatMap(([name, files]) =>
      files.length >= 10 ? [name] : []
    )
  )

  /** What a reader of `a-vendor.md` is to make. */
  const toBeMade = /zoom|NNNN/

  it.each(guides)("%s names only what is there", (guide) => {
    const { bare, paths } = namedIn(guide)
    const gone = [
      ...paths.filter((path) => !existsSync(path)),
      ...bare.filter(({ at, name }) => !at.some((path) => existsSync(path)) && !roles.has(name)).map(({ name }) => name)
    ]
    assert.deepStrictEqual(
      gone.filter((name) => !toBeMade.test(name)).map((name) => `${guide} names ${name}, which is not there`),
      []
    )
  })

  it("each how-to ends in the tests that tell what was forgotten", () => {
    const silent = guides
      .filter((guide) => guide.startsWith("docs/how-to/"))
      .filter(
        (guide) => !/## The tests that tell you what you forgot\n[\s\S]*`test\//.test(readFileSync(guide, "utf8"))
      )
    assert.deepStrictEqual(silent, [])
  })

  it("every link between documents leads to a file", () => {
    const pages = globSync(["*.md", "docs/**/*.md", "packages/*/README.md", "{migrations,test}/README.md"])
    assert.isAbove(pages.length, 50)
    const broken = pages.flatMap((page) =>
      [...readFileSync(page, "utf8").matchAll(/(?:\]\(|srcset="|src=")(?!\w+:|[/#])([^)"#\s]+)/g)]
        .filter(([, to = ""]) => !existsSync(join(dirname(page), to)))
        .map(([, to]) => `${page} links to ${to}, which does not exist`)
    )
    assert.deepStrictEqual(broken, [])
  })

  it("README.md is at most 12,000 characters", () => {
    assert.isAtMost(readFileSync("README.md", "utf8").length, 12_000)
  })

  it("ARCHITECTURE.md is at most 150 lines, and names every district", () => {
    const text = readFileSync("ARCHITECTURE.md", "utf8")
    assert.isAtMost(text.split("\n").length, 151)
    assert.deepStrictEqual(
      districts.filter((district) => !text.includes(`\`src/${district}\``)),
      []
    )
  })
})
