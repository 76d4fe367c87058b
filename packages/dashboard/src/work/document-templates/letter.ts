import { type LetterPart, type LetterTag, letterTags } from "#design/Letter.tsx"

/** `{{ field }}`, as the service reads it. */
const places = /\{\{-?\s*([^{}]*?)\s*-?\}\}/g

/** Distinct merge fields of a body. */
export const fieldsIn = (body: string): ReadonlyArray<string> => [
  ...new Set([...body.matchAll(places)].map(([, field]) => field ?? ""))
]

const named: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  euro: "€",
  gt: ">",
  hellip: "…",
  lt: "<",
  mdash: "—",
  nbsp: "\u00a0",
  ndash: "–",
  quot: '"'
}

const character = (code: number) => (code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : "")

const unescape = (text: string) =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (whole, decimal, hex, name) =>
    decimal !== undefined
      ? character(Number(decimal))
      : hex !== undefined
        ? character(Number.parseInt(hex, 16))
        : (named[name] ?? whole)
  )

type Values = Readonly<Record<string, string>>

const filled = (text: string, values: Values): ReadonlyArray<LetterPart> => {
  const parts: Array<LetterPart> = []
  let end = 0
  for (const place of text.matchAll(places)) {
    const [whole, field = ""] = place
    parts.push(unescape(text.slice(end, place.index)), {
      field,
      value: Object.hasOwn(values, field) ? values[field] : undefined
    })
    end = place.index + whole.length
  }
  return [...parts, unescape(text.slice(end))].filter((part) => part !== "")
}

const tagOf = (name: string): LetterTag | undefined => {
  const lower = name.toLowerCase()
  return /^h[1-6]$/.test(lower) ? "heading" : letterTags.find((tag) => tag === lower)
}

const empty: ReadonlySet<string> = new Set(["br", "hr"])
/** Tags closed implicitly by the next one of their kind. */
const alone: ReadonlySet<string> = new Set(["p", "li", "tr", "td", "th", "heading"])

const pieces = /<!--[\s\S]*?-->|<(script|style|title)\b[\s\S]*?(?:<\/\1\s*>|$)|<(\/?)([a-z][a-z0-9]*)\b[^>]*>/gi

interface Open {
  readonly tag: LetterTag | undefined
  readonly inside: Array<LetterPart>
}

/** Parses the body and fills in its fields. Own parser, so that no template text becomes markup of the page. */
export const letterOf = (body: string, values: Values): ReadonlyArray<LetterPart> => {
  const root: Open = { tag: undefined, inside: [] }
  const open: Array<Open> = [root]
  const top = () => open.at(-1) ?? root
  const close = () => {
    const { inside, tag } = open.pop() ?? root
    if (tag !== undefined) top().inside.push({ tag, inside })
  }
  let end = 0
  for (const piece of body.matchAll(pieces)) {
    top().inside.push(...filled(body.slice(end, piece.index), values))
    end = piece.index + piece[0].length
    const tag = tagOf(piece[3] ?? "")
    if (tag === undefined) continue
    if (empty.has(tag)) top().inside.push({ tag, inside: [] })
    else if (piece[2] === "") {
      if (alone.has(tag) && top().tag === tag) close()
      open.push({ tag, inside: [] })
    } else if (open.some((one) => one.tag === tag)) {
      while (top().tag !== tag) close()
      close()
    }
  }
  top().inside.push(...filled(body.slice(end), values))
  while (open.length > 1) close()
  return root.inside
}
