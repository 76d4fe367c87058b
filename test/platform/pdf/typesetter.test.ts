import { NodeServices } from "@effect/platform-node"
import { assert, describe, it, layer } from "#test/support/suite"
import { columns } from "@svc/charts/columns"
import { OrgId } from "@svc/contract/kernel/ids"
import { DateTime, Duration, Effect, FileSystem, Layer, Schema } from "effect"
import { pathToFileURL } from "node:url"
import type { Block, PdfDocument } from "#platform/pdf/document"
import { settable } from "#platform/pdf/printable"
import { Typesetter } from "#platform/pdf/typesetter"
import { readPdf } from "#test/support/pdf"

const createdAt = DateTime.makeUnsafe("2026-03-02T09:00:00Z")
const orgId = OrgId.make("00000000-0000-4000-8000-00000000000a")
const documentId = "3f6c2e0a-7b1d-4c55-9a53-0c1d2e3f4a5b"

const documentOf = (blocks: ReadonlyArray<Block>, title = "A report"): PdfDocument => ({
  title,
  facts: [{ name: "Organisation", value: "Acme" }],
  footer: "Acme: a report",
  blocks
})

const setAndRead = (blocks: ReadonlyArray<Block>, title?: string) =>
  Effect.gen(function* () {
    const typesetter = yield* Typesetter
    return yield* readPdf(yield* typesetter.set(documentOf(blocks, title), { orgId, documentId, createdAt }))
  })

const textBlocks = (texts: ReadonlyArray<string>): ReadonlyArray<Block> => texts.map((text) => ({ kind: "text", text }))

layer(Typesetter.layer)("a document", (it) => {
  it.effect(
    "is tagged PDF/UA-1 with its title, language, headings, header cells and a text for each chart",
    function* () {
      const scene = columns(
        {
          axis: "Month",
          series: [{ name: "Completed", tone: "good" }],
          groups: [
            { name: "2026-01", values: [3] },
            { name: "2026-02", values: [null] }
          ],
          say: String,
          gap: "none"
        },
        { width: 480, height: 160 }
      )
      const read = yield* setAndRead([
        { kind: "heading", text: "Figures" },
        { kind: "figures", figures: [{ name: "completed", value: "12" }] },
        { kind: "chart", title: "Completed by month", scene },
        {
          kind: "table",
          columns: [
            { name: "App", width: 2 },
            { name: "Count", width: 1, align: "end" }
          ],
          rows: [["GitHub", "3"]],
          empty: "None"
        },
        { kind: "table", columns: [{ name: "Unseen", width: 1 }], rows: [], empty: "Nothing to tell" }
      ])
      assert.isTrue(read.isTagged)
      assert.deepStrictEqual(read.info, {
        Title: "A report",
        Keywords: `svc-document-id:${documentId}`,
        Language: "en"
      })
      assert.include(read.xmp, "pdfuaid:part")
      const roles = read.nodes.map(({ role }) => role)
      for (const role of ["H1", "Figure", "Table", "TR", "TH", "TD"]) assert.include(roles, role)
      assert.strictEqual(
        read.nodes.find(({ role }) => role === "Figure")?.alt,
        "Completed by month: Month, Completed; 2026-01, 3; 2026-02, none"
      )
      assert.include(read.text, "Nothing to tell")
    }
  )

  it.effect("has its id, its footer and the number of the page at the foot of every page", function* () {
    const { pages } = yield* setAndRead(textBlocks(Array.from({ length: 150 }, (_, line) => `Line ${line}`)))
    assert.isAbove(pages.length, 2)
    pages.forEach((page, index) => {
      assert.include(page, `Document ID ${documentId}`)
      assert.include(page, "Acme: a report")
      assert.include(page, `Page ${index + 1} of ${pages.length}`)
    })
  })

  it.effect("is set in every script, in text as in titles, tables and charts", function* () {
    const texts = [
      "Żółć",
      "Ελληνικά",
      "Русский",
      "Հայերեն",
      "ქართული",
      "עוזב",
      "离职",
      "離職",
      "退職する",
      "퇴사",
      "🎉"
    ]
    const { letters } = yield* setAndRead([
      ...textBlocks(texts),
      ...textBlocks(["الموظف المغادر", "नमस्ते", "สวัสดี", "👩‍💻"])
    ])
    for (const text of texts) assert.include(letters, text)
    assert.include(letters, "الموظف")
    for (const part of ["नम", "ส", "👩"]) assert.include(letters, part)
    assert.notInclude(letters, "\\u{")

    const titled = yield* setAndRead([{ kind: "heading", text: "退職" }], "离职 퇴사")
    assert.strictEqual(titled.info.Title, "离职 퇴사")
    assert.include(titled.letters, "退職")
  })

  it.effect("prints what looks like markup as it is, and reads no file", function* () {
    const texts = [
      '#read("/etc/passwd")',
      "*not bold* _nor this_ $x^2$ `code` <label> @ref",
      "#set page(fill: red) // and no comment",
      "= No heading",
      "\\ back \\u{41} [brackets] {braces} ~ --- ...",
      '"]; #panic() ["'
    ]
    const { nodes, text } = yield* setAndRead(textBlocks(texts))
    for (const each of texts) assert.include(text, each)
    assert.notInclude(text, "root:")
    assert.notInclude(
      nodes.map(({ role }) => role),
      "H1"
    )
  })

  it.effect("shows what no font has and what nobody sees, instead of failing or hiding it", function* () {
    const { letters } = yield* setAndRead(textBlocks(["ሰላም", "\u202egnp.exe", "a\u0000b", "a\u200bb"]))
    assert.include(letters, "\\u{1230}\\u{120B}\\u{121D}")
    for (const shown of ["\\u{202E}gnp.exe", "a\\u{0}b", "a\\u{200B}b"]) assert.include(letters, shown)
  })

  it.effect("breaks words without end without a trace in the text, and leaves a hash whole", function* () {
    const hash = "0123456789abcdef".repeat(4)
    const word = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    const { letters, pages } = yield* setAndRead([
      ...textBlocks(["x".repeat(3000), word]),
      { kind: "facts", facts: [{ name: "SHA-256", value: hash }] }
    ])
    assert.include(letters, "x".repeat(3000))
    assert.include(letters, word)
    assert.include(pages.join(), hash)
  })
})

const withEntry = (source: string, most = Duration.seconds(20)) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* fs.makeTempFileScoped({ suffix: ".mjs" })
      yield* fs.writeFileString(file, source)
      return Typesetter.layerWith({ entry: pathToFileURL(file), most })
    })
  ).pipe(Layer.provide(NodeServices.layer))

const failure = Effect.gen(function* () {
  const typesetter = yield* Typesetter
  return yield* Effect.flip(typesetter.set(documentOf([]), { orgId, documentId, createdAt }))
})

describe("a typesetter that fails", () => {
  it.live("by never answering is ended, and the next document has another", () =>
    Effect.gen(function* () {
      const messages = [yield* failure, yield* failure].map(({ message }) => message)
      assert.deepStrictEqual(messages, ["The document took too long to be set", "The document took too long to be set"])
    }).pipe(Effect.provide(withEntry('process.on("message", () => { for (;;); })', Duration.millis(500))))
  )

  it.live("by dying takes nothing along", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* failure).message, "The typesetter ended before it answered")
      assert.strictEqual((yield* failure).message, "The typesetter ended before it answered")
    }).pipe(Effect.provide(withEntry('process.on("message", () => process.abort())')))
  )

  it.live("is told nothing of the service's secrets", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* failure).message, "{}")
    }).pipe(
      Effect.provide(
        withEntry(
          `process.on("message", () => {
            const { NODE_CHANNEL_FD, NODE_CHANNEL_SERIALIZATION_MODE, ...env } = process.env
            process.send({ _tag: "Failed", message: JSON.stringify(env) })
          })`
        )
      )
    )
  )
})

describe("text that can be set", () => {
  const inLatin = (codePoint: number) => codePoint < 0x250

  it.effect.prop(
    "tells everything: nothing that is not shown is left, and nothing that is shown is changed",
    { text: Schema.String },
    ({ text }) =>
      Effect.sync(() => {
        const set = settable(text, inLatin)
        for (const character of set) {
          assert.isTrue(
            character === "\n" || (inLatin(character.codePointAt(0) ?? 0) && !/[\p{Cc}\p{Cf}]/u.test(character))
          )
        }
        const told = set.replaceAll(/\\u\{([0-9A-F]+)\}/g, (_, hex: string) =>
          String.fromCodePoint(Number.parseInt(hex, 16))
        )
        if (!text.includes("\\")) assert.strictEqual(told, text.normalize("NFC").replaceAll("\t", " "))
      })
  )

  it("keeps the joiners of emoji and of Arabic and Devanagari words, and shows others", () => {
    const all = () => true
    assert.strictEqual(settable("👩\u200d💻 ❤\ufe0f", all), "👩\u200d💻 ❤\ufe0f")
    assert.strictEqual(settable("می\u200cخواهم", all), "می\u200cخواهم")
    assert.strictEqual(settable("Bo\u200db", all), "Bo\\u{200D}b")
  })
})
