import type { Mark, Scene, Tone } from "./scene.ts"

/** The colours of a pen, as SVG writes them. */
interface Ink {
  readonly tones: Readonly<Record<Tone, string>>
  readonly rule: string
  readonly axis: string
  readonly value: string
  readonly font: string
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

// XML has no form for control characters and lone surrogates.
const escaped = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, " ")
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? "")

const round = (value: number) => Math.round(value * 100) / 100

const drawn = (mark: Mark, ink: Ink): string => {
  switch (mark.kind) {
    case "bar":
      return (
        `<rect x="${round(mark.x)}" y="${round(mark.y)}" width="${round(mark.width)}" height="${round(mark.height)}" ` +
        `rx="2" fill="${ink.tones[mark.tone]}"/>`
      )
    case "path":
      return `<path d="${mark.d}" fill="none" stroke="${ink.tones[mark.tone]}" stroke-width="2" stroke-linejoin="round"/>`
    case "dot":
      return `<circle cx="${round(mark.x)}" cy="${round(mark.y)}" r="3" fill="${ink.tones[mark.tone]}"/>`
    case "rule":
      return (
        `<line x1="${round(mark.x1)}" x2="${round(mark.x2)}" y1="${round(mark.y1)}" y2="${round(mark.y2)}" ` +
        `stroke="${ink.rule}" stroke-width="0.75"/>`
      )
    case "label":
      return (
        `<text x="${round(mark.x)}" y="${round(mark.y + 4)}" text-anchor="${mark.anchor}" font-size="11" ` +
        `fill="${mark.role === "axis" ? ink.axis : ink.value}">${escaped(mark.text)}</text>`
      )
  }
}

/** The scene as one SVG that loads nothing: for paper, and for whatever draws no elements of its own. */
export const svgOf = ({ height, marks, width }: Scene, ink: Ink): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
  `font-family="${escaped(ink.font)}">${marks.map((mark) => drawn(mark, ink)).join("")}</svg>`
