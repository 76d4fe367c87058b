import type { Scene } from "@svc/charts/scene"
import type { Block, Fact, PdfDocument } from "./document.ts"

// A joiner is part of an emoji or of words in these scripts; elsewhere it is invisible.
const joiner =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}\p{Script=Devanagari}]|\ufe0f)(?:\u200c|\u200d)|(?<=\p{Emoji})\ufe0f/gu

const escaped = (character: string) => `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`

/**
 * Text in which every character can be typeset: others, and invisible ones, become `\u{…}`, so that nothing is lost or
 * hidden (audit-52).
 *
 * @param isSet Whether a font has a glyph for this code point.
 */
export const settable = (text: string, isSet: (codePoint: number) => boolean): string => {
  // Every font has these.
  if (/^[ -~\n]*$/.test(text)) return text
  const written = text.normalize("NFC").replaceAll("\t", " ")
  const joiners = new Set(Array.from(written.matchAll(joiner), ({ index }) => index))
  let at = 0
  let set = ""
  for (const character of written) {
    const isShown =
      character === "\n" ||
      joiners.has(at) ||
      (!/[\p{Cc}\p{Cf}\p{Cs}]/u.test(character) && isSet(character.codePointAt(0) ?? 0))
    set += isShown ? character : escaped(character)
    at += character.length
  }
  return set
}

const sceneOf = (scene: Scene, print: (text: string) => string): Scene => ({
  ...scene,
  marks: scene.marks.map((mark) => (mark.kind === "label" ? { ...mark, text: print(mark.text) } : mark)),
  figures: {
    columns: scene.figures.columns.map(print),
    rows: scene.figures.rows.map((row) => row.map(print))
  }
})

/** The document with each of its texts as it is printed. */
export const printable = (document: PdfDocument, print: (text: string) => string): PdfDocument => {
  const factsOf = (facts: ReadonlyArray<Fact>) =>
    facts.map(({ name, value }) => ({ name: print(name), value: print(value) }))
  const blockOf = (block: Block): Block => {
    switch (block.kind) {
      case "heading":
      case "text":
        return { ...block, text: print(block.text) }
      case "facts":
        return { ...block, facts: factsOf(block.facts) }
      case "figures":
        return { ...block, figures: factsOf(block.figures) }
      case "table":
        return {
          ...block,
          columns: block.columns.map((column) => ({ ...column, name: print(column.name) })),
          rows: block.rows.map((row) => row.map(print)),
          empty: print(block.empty)
        }
      case "chart":
        return { ...block, title: print(block.title), scene: sceneOf(block.scene, print) }
    }
  }
  return {
    title: print(document.title),
    facts: factsOf(document.facts),
    footer: print(document.footer),
    blocks: document.blocks.map(blockOf)
  }
}
