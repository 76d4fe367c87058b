import { fileURLToPath } from "node:url"
import { parentPort, workerData } from "node:worker_threads"
import Pdf from "pdfkit"
import { complex, linesOf, settable } from "./export-pdf-text.ts"
import type { PdfRow, PdfTitle } from "./export-pdf.ts"

// Runs in a thread of its own: setting 50,000 entries takes seconds, in which others are to be answered.

const page = { width: 595.28, height: 841.89, margin: 40 }
const width = page.width - 2 * page.margin
const bottom = page.height - page.margin - 14

interface Glyph {
  readonly id: number
  readonly advanceWidth: number
}

interface Run {
  readonly glyphs: ReadonlyArray<Glyph>
  readonly positions: ReadonlyArray<object>
  readonly advanceWidth: number
}

/** What a font of the document is inside of the library. */
interface LoadedFont {
  readonly scale: number
  readonly font: { glyphForCodePoint(codePoint: number): Glyph; hasGlyphForCodePoint(codePoint: number): boolean }
  layoutRun: (text: string) => Run
}

const isLoadedFont = (font: unknown): font is LoadedFont =>
  typeof font === "object" && font !== null && "layoutRun" in font && "scale" in font && "font" in font

/**
 * The library shapes every word anew, for kerning and ligatures; that is ten times the work of all else, and its cache
 * keeps every word there was. Letters that need no shaping are set one by one instead.
 */
const setByLetters = (font: LoadedFont) => {
  const shape = font.layoutRun.bind(font)
  const known = new Map<string, { readonly glyph: Glyph; readonly position: { readonly xAdvance: number } }>()
  const letter = (character: string) => {
    const found = known.get(character)
    if (found !== undefined) return found
    const glyph = font.font.glyphForCodePoint(character.codePointAt(0) ?? 0)
    const advance = glyph.advanceWidth * font.scale
    const made = { glyph, position: { xAdvance: advance, yAdvance: 0, xOffset: 0, yOffset: 0, advanceWidth: advance } }
    known.set(character, made)
    return made
  }
  font.layoutRun = (text) => {
    if (complex.test(text)) return shape(text)
    const letters = Array.from(text, letter)
    return {
      glyphs: letters.map(({ glyph }) => glyph),
      positions: letters.map(({ position }) => position),
      advanceWidth: letters.reduce((sum, { position }) => sum + position.xAdvance, 0)
    }
  }
}

const setter = (title: PdfTitle, take: (bytes: Uint8Array) => void) => {
  const at = new Date(title.exportedAt)
  const document = new Pdf({
    size: [page.width, page.height],
    margin: 0,
    autoFirstPage: false,
    fontLayoutCache: false,
    lang: "en",
    displayTitle: true,
    info: { Title: `Audit log of ${title.organisation}`, CreationDate: at, ModDate: at }
  })
  document.on("data", take)

  const load = (name: string) => {
    document.registerFont(name, fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)))
    document.font(name)
    const font: unknown = Reflect.get(document, "_font")
    if (!isLoadedFont(font)) throw new Error("The fonts of pdfkit are not what they were")
    setByLetters(font)
    return { name, has: (codePoint: number) => font.font.hasGlyphForCodePoint(codePoint) }
  }
  const bold = load("DejaVuSans-Bold")
  const plain = load("DejaVuSans")

  let pages = 0
  let y = bottom
  const line = (text: string, x: number, top: number) => void document.text(text, x, top, { lineBreak: false })

  const turnPage = () => {
    document.addPage()
    pages += 1
    y = page.margin
    document.font(plain.name).fontSize(7).fillColor("#555555")
    const foot = settable(`Audit log of ${title.organisation}, exported ${title.exportedAt}, page ${pages}`, plain.has)
    line(linesOf(foot, width, (text) => document.widthOfString(text))[0] ?? "", page.margin, bottom + 7)
  }

  /** Lines that follow each other, over pages if need be. */
  const write = (text: string, font: typeof plain, size: number, colour: string, indent = 0) => {
    document.font(font.name).fontSize(size)
    const lines = linesOf(settable(text, font.has), width - indent, (part) => document.widthOfString(part))
    for (const part of lines) {
      if (y + size * 1.25 > bottom) turnPage()
      document.font(font.name).fontSize(size).fillColor(colour)
      line(part, page.margin + indent, y)
      y += size * 1.25
    }
  }

  turnPage()
  return {
    head: (rows: number) => {
      write("Audit log", bold, 16, "#000000")
      write(title.organisation, plain, 11, "#000000")
      y += 4
      write(
        `Exported at ${title.exportedAt}, ${rows} ${rows === 1 ? "entry" : "entries"}, oldest first`,
        plain,
        8,
        "#000000"
      )
      write(title.filters.length === 0 ? "Filters: none" : `Filters: ${title.filters.join(", ")}`, plain, 8, "#000000")
      write(
        "A readable copy: verify the chain from the JSON export. Characters that the font lacks read \\u{…}.",
        plain,
        8,
        "#555555"
      )
    },
    row: (row: PdfRow) => {
      y += 6
      if (y + 45 > bottom) turnPage()
      write(`${row.seq}  ${row.createdAt}  ${row.action}  ${row.actor}`, bold, 7.5, "#000000")
      if (row.target !== "") write(`Target: ${row.target}`, plain, 7.5, "#000000", 10)
      if (row.details !== "") write(`Details: ${row.details}`, plain, 7.5, "#000000", 10)
      write(`ID ${row.id}`, plain, 6, "#555555", 10)
      write(`Entry hash ${row.entryHash}`, plain, 6, "#555555", 10)
      write(`Previous hash ${row.prevHash}`, plain, 6, "#555555", 10)
    },
    end: (ended: () => void) => {
      document.once("end", ended)
      document.end()
    }
  }
}

export type ToWorker =
  | { readonly _tag: "Head"; readonly rows: number }
  | { readonly _tag: "Rows"; readonly rows: ReadonlyArray<PdfRow> }
  | { readonly _tag: "End" }

/** `ready` asks for the next message, `done` is the last. */
export type FromWorker = Uint8Array | "ready" | "done"

const isTitle = (data: unknown): data is PdfTitle =>
  typeof data === "object" && data !== null && "organisation" in data && "exportedAt" in data

if (parentPort !== null && isTitle(workerData)) {
  const parent = parentPort
  const post = (message: FromWorker) => parent.postMessage(message, [])
  const set = setter(workerData, post)
  parent.on("message", (message: ToWorker) => {
    switch (message._tag) {
      case "Head":
        set.head(message.rows)
        return post("ready")
      case "Rows":
        for (const row of message.rows) set.row(row)
        // What is written comes out of the document in a later turn.
        return void setImmediate(post, "ready")
      case "End":
        return set.end(() => {
          post("done")
          parent.close()
        })
    }
  })
  post("ready")
}
