import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler"
import { svgOf } from "@svc/charts/svg"
import { type Font, openSync } from "fontkit"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Block, PdfDocument } from "./document.ts"
import { families } from "./fonts.ts"
import { printable, settable } from "./printable.ts"
import type { FromTypesetter, Proof, ToTypesetter } from "./typesetter-messages.ts"

// The process that sets documents. What it is given is data to a layout that never changes.

const template = readFileSync(new URL("./report.typ", import.meta.url), "utf8")

const compiler = NodeCompiler.create({
  // There is no such folder, so the layout can read no file.
  workspace: fileURLToPath(new URL("./nothing-to-read", import.meta.url)),
  fontArgs: [
    {
      fontPaths: Object.values(families).flatMap(({ bold, regular }) => [
        regular,
        ...(bold === undefined ? [] : [bold])
      ])
    }
  ]
})

const ink = {
  tones: {
    first: "#1f4e79",
    second: "#7ba3cc",
    good: "#2f7d4f",
    watch: "#b7791f",
    bad: "#b3382c",
    calm: "#8a96a3"
  },
  rule: "#d5dbe3",
  axis: "#5a6675",
  value: "#1c2430",
  font: "Noto Sans"
} as const

const isSet = (() => {
  const known = new Map<number, boolean>()
  let opened: ReadonlyArray<Font> | undefined
  return (codePoint: number) => {
    const found = known.get(codePoint)
    if (found !== undefined) return found
    opened ??= Object.values(families).flatMap(({ regular }) => {
      const font = openSync(regular)
      return "hasGlyphForCodePoint" in font ? [font] : []
    })
    const has = opened.some((font) => font.hasGlyphForCodePoint(codePoint))
    known.set(codePoint, has)
    return has
  }
})()

const print = (text: string) => settable(text, isSet)

const blockOf = (block: Block) => {
  if (block.kind !== "chart") return block
  const { figures } = block.scene
  const said = [figures.columns, ...figures.rows].map((row) => row.join(", ")).join("; ")
  return { kind: "chart", title: block.title, svg: svgOf(block.scene, ink), said: `${block.title}: ${said}` }
}

const reportOf = (document: PdfDocument, { createdAt, documentId, signedBy }: Proof) => {
  const at = new Date(createdAt)
  const { blocks, ...texts } = printable(document, print)
  return {
    ...texts,
    blocks: blocks.map(blockOf),
    documentId,
    signedBy,
    createdAt: {
      year: at.getUTCFullYear(),
      month: at.getUTCMonth() + 1,
      day: at.getUTCDate(),
      hour: at.getUTCHours(),
      minute: at.getUTCMinutes(),
      second: at.getUTCSeconds()
    },
    fonts: Object.values(families).map(({ name }) => name)
  }
}

const set = ({ document, proof }: ToTypesetter): FromTypesetter => {
  const compiled = compiler.compile({
    mainFileContent: template,
    inputs: { report: JSON.stringify(reportOf(document, proof)) }
  })
  const result = compiled.result
  if (result === null) {
    const error = compiled.takeError()
    return { _tag: "Failed", message: JSON.stringify(error === null ? "no reason given" : error.shortDiagnostics) }
  }
  const pdf = compiler.pdf(result, { pdfStandard: "ua-1" })
  return { _tag: "Set", pdf: new Uint8Array(pdf) }
}

process.on("message", (message: ToTypesetter) => {
  let answer: FromTypesetter
  try {
    answer = set(message)
  } catch (error) {
    answer = { _tag: "Failed", message: error instanceof Error ? error.message : String(error) }
  }
  // Its cache holds personal data, and the next document cannot use it.
  compiler.evictCache(0)
  process.send?.(answer)
})
process.on("disconnect", () => process.exit(0))
