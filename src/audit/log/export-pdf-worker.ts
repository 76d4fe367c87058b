import { parentPort, workerData } from "node:worker_threads"
import Pdf from "pdfkit"
import { families } from "#platform/pdf/fonts"
import { settable } from "#platform/pdf/printable"
import { linesOf } from "./export-pdf-text.ts"
import type { FromWorker, PdfRow, PdfTitle, ToWorker } from "./export-pdf-messages.ts"

// Runs in its own thread: typesetting 50,000 entries takes seconds, in which other requests must be served.

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
  /** By this name pages know it. */
  readonly id: string
  readonly scale: number
  /** Thousandths of the size above the line's foot. */
  readonly ascender: number
  readonly font: { glyphForCodePoint(codePoint: number): Glyph; hasGlyphForCodePoint(codePoint: number): boolean }
  layoutRun: (text: string) => Run
  readonly ref: () => object
  /** The text as numbers of the signs that the document's copy of the font has from then on, in hex. */
  readonly encode: (text: string) => readonly [ReadonlyArray<string>, ReadonlyArray<object>]
}

const isLoadedFont = (font: unknown): font is LoadedFont =>
  typeof font === "object" &&
  font !== null &&
  ["id", "scale", "ascender", "font", "layoutRun", "ref", "encode"].every((name) => name in font)

/** Signs whose shapes depend on their neighbours, or that are set in another order than written. */
const shaped =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Thai}\p{Emoji_Presentation}\p{Emoji_Modifier}]|\u200c|\u200d|\ufe0f/u

/** What is written with the sign before it, in its font. */
const attached = /^(?:[\p{M}\p{Emoji_Modifier}]|\u200c|\u200d|\ufe0f)$/u

interface Letter {
  readonly hex: string
  /** Thousandths of the size. */
  readonly advance: number
}

/**
 * The library shapes every word again, for kerning and ligatures; that is ten times all other work, and its cache keeps
 * every word. Letters that need no shaping are set one by one.
 */
const setByLetters = (font: LoadedFont): ((character: string) => Letter) => {
  const shape = font.layoutRun.bind(font)
  const known = new Map<string, Letter>()
  font.layoutRun = (text) => {
    if (shaped.test(text)) return shape(text)
    const glyphs = Array.from(text, (character) => font.font.glyphForCodePoint(character.codePointAt(0) ?? 0))
    const advances = glyphs.map(({ advanceWidth }) => advanceWidth * font.scale)
    return {
      glyphs,
      positions: advances.map((advance) => ({
        xAdvance: advance,
        yAdvance: 0,
        xOffset: 0,
        yOffset: 0,
        advanceWidth: advance
      })),
      advanceWidth: advances.reduce((sum, advance) => sum + advance, 0)
    }
  }
  return (character) => {
    const found = known.get(character)
    if (found !== undefined) return found
    const made = { hex: font.encode(character)[0].join(""), advance: font.layoutRun(character).advanceWidth }
    known.set(character, made)
    return made
  }
}

const black = "#000000"
const grey = "#555555"

/** Hundredths of a point are not visible. */
const rounded = (points: number) => Math.round(points * 100) / 100

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

  const load = (name: string, file: string) => {
    document.registerFont(name, file)
    document.font(name)
    const font: unknown = Reflect.get(document, "_font")
    if (!isLoadedFont(font)) throw new Error("The fonts of pdfkit are not what they were")
    return { name, font, letter: setByLetters(font) }
  }
  type Font = ReturnType<typeof load>

  /** A weight of the fonts: the first that has a sign sets it, and no other is read before there is a sign it lacks. */
  const face = (weight: "regular" | "bold") => {
    const { signs, devanagari, thai, hangul, han, emoji } = families
    const waiting = [devanagari, thai, hangul, han, emoji].map((family) => ({
      name: `${family.name} ${weight}`,
      file: family[weight] ?? family.regular
    }))
    const fonts = [load(`${signs.name} ${weight}`, signs[weight])]
    const first = fonts[0]
    const known = new Map<number, Font | undefined>()
    const find = (codePoint: number) => {
      const found = fonts.find(({ font }) => font.font.hasGlyphForCodePoint(codePoint))
      if (found !== undefined) return found
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const font = load(next.name, next.file)
        fonts.push(font)
        if (font.font.font.hasGlyphForCodePoint(codePoint)) return font
      }
      return undefined
    }
    const fontOf = (codePoint: number) => {
      if (known.has(codePoint)) return known.get(codePoint)
      const found = find(codePoint)
      known.set(codePoint, found)
      return found
    }
    /** The text in pieces of one font each, in order. */
    const runsOf = (text: string) => {
      const runs: Array<{ font: Font | undefined; text: string }> = []
      for (const character of text) {
        const last = runs.at(-1)
        const font =
          last !== undefined && attached.test(character) ? last.font : (fontOf(character.codePointAt(0) ?? 0) ?? first)
        if (last !== undefined && last.font === font) last.text += character
        else runs.push({ font, text: character })
      }
      return runs.flatMap(({ font, text: piece }) => (font === undefined ? [] : [{ font, text: piece }]))
    }
    const widthOf = ({ font, text }: { readonly font: Font; readonly text: string }, size: number) => {
      if (shaped.test(text)) return document.font(font.name).fontSize(size).widthOfString(text)
      let sum = 0
      for (const character of text) sum += font.letter(character).advance
      return (sum * size) / 1000
    }
    const measure = (size: number) => (text: string) => runsOf(text).reduce((sum, run) => sum + widthOf(run, size), 0)
    return { has: (codePoint: number) => fontOf(codePoint) !== undefined, runsOf, widthOf, measure, first }
  }
  const bold = face("bold")
  const plain = face("regular")

  let pages = 0
  let y = bottom
  // The library takes a tenth of a millisecond for a line; the operators of a page's text (ISO 32000-1, 9.4) are a string.
  let lines: Array<string> = []
  let current = ""

  const endPage = () => {
    if (lines.length > 0) {
      document.addContent(`q 1 0 0 -1 0 ${page.height} cm BT\n${lines.join("\n")}\nET Q`)
    }
    lines = []
    current = ""
  }

  const line = (text: string, face: typeof plain, size: number, colour: string, left: number, top: number) => {
    // All fonts of a line share a baseline.
    const foot = top + ((face.first?.font.ascender ?? 0) * size) / 1000
    let x = left
    for (const run of face.runsOf(text)) {
      const { font, letter, name } = run.font
      if (shaped.test(run.text)) {
        const options = { lineBreak: false, baseline: "alphabetic" } as const
        document.font(name).fontSize(size).fillColor(colour).text(run.text, x, foot, options)
      } else {
        document.page.fonts[font.id] ??= font.ref()
        const style = `/${font.id} ${size} Tf ${colour === black ? "0 g" : "0.333 g"}`
        if (style !== current) lines.push(style)
        current = style
        let hex = ""
        for (const character of run.text) hex += letter(character).hex
        lines.push(`1 0 0 1 ${rounded(x)} ${rounded(page.height - foot)} Tm <${hex}> Tj`)
      }
      x += face.widthOf(run, size)
    }
  }

  const turnPage = () => {
    endPage()
    document.addPage()
    pages += 1
    y = page.margin
    const foot = [`Audit log of ${title.organisation}, exported ${title.exportedAt}, page ${pages}`, title.signedBy]
    for (const [index, text] of foot.entries()) {
      const fitting = linesOf(settable(text, plain.has), width, plain.measure(7))[0] ?? ""
      line(fitting, plain, 7, grey, page.margin, bottom + 7 + index * 9)
    }
  }

  /** Lines that follow each other, over pages if need be. */
  const write = (text: string, face: typeof plain, size: number, colour: string, indent = 0) => {
    for (const part of linesOf(settable(text, face.has), width - indent, face.measure(size))) {
      if (y + size * 1.25 > bottom) turnPage()
      line(part, face, size, colour, page.margin + indent, y)
      y += size * 1.25
    }
  }

  turnPage()
  return {
    head: (rows: number) => {
      write("Audit log", bold, 16, black)
      write(title.organisation, plain, 11, black)
      y += 4
      write(
        `Exported at ${title.exportedAt}, ${rows} ${rows === 1 ? "entry" : "entries"}, oldest first`,
        plain,
        8,
        black
      )
      write(title.filters.length === 0 ? "Filters: none" : `Filters: ${title.filters.join(", ")}`, plain, 8, black)
      write(
        "A readable copy: verify the chain from the JSON export. Characters that no font has read \\u{…}.",
        plain,
        8,
        grey
      )
    },
    row: (row: PdfRow) => {
      y += 6
      if (y + 45 > bottom) turnPage()
      write(`${row.seq}  ${row.createdAt}  ${row.action}  ${row.actor}`, bold, 7.5, black)
      if (row.target !== "") write(`Target: ${row.target}`, plain, 7.5, black, 10)
      if (row.details !== "") write(`Details: ${row.details}`, plain, 7.5, black, 10)
      write(`ID ${row.id}`, plain, 6, grey, 10)
      write(`Entry hash ${row.entryHash}`, plain, 6, grey, 10)
      write(`Previous hash ${row.prevHash}`, plain, 6, grey, 10)
    },
    end: (ended: () => void) => {
      endPage()
      document.once("end", ended)
      document.end()
    }
  }
}

const isTitle = (data: unknown): data is PdfTitle =>
  typeof data === "object" && data !== null && "organisation" in data && "exportedAt" in data && "signedBy" in data

if (parentPort !== null && isTitle(workerData)) {
  const parent = parentPort
  // The library returns small chunks, and a message costs more than they do.
  let crumbs: Array<Uint8Array> = []
  const post = (message: "ready" | "done") => {
    if (crumbs.length > 0) {
      const bytes = new Uint8Array(Buffer.concat(crumbs))
      crumbs = []
      parent.postMessage(bytes satisfies FromWorker, [bytes.buffer])
    }
    parent.postMessage(message satisfies FromWorker, [])
  }
  const set = setter(workerData, (bytes) => void crumbs.push(bytes))
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
