/** A JSON object as read: its own fields only, whatever they are called. */
export type JsonObject = Readonly<Record<string, unknown>>

type JsonReading =
  | { readonly _tag: "Json"; readonly value: unknown }
  | { readonly _tag: "NotJson"; readonly why: string }

const deepest = 32

/** A string from its opening quote on: the index behind its closing one, or -1. */
const endOfString = (text: string, start: number): number => {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === 92) slashes += 1
    if (slashes % 2 === 0) return at + 1
  }
  return -1
}

/**
 * Why the text is ambiguous or nests too deep; undefined when it does neither. Two fields of one name are
 * read differently by different programs, so that one could be checked and another one shown.
 */
const ambiguity = (text: string): string | undefined => {
  const open: Array<Set<string> | undefined> = []
  const token = /["[\]{}]/g
  const colon = /\s*:/y
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const at = match.index
    if (match[0] === "]" || match[0] === "}") open.pop()
    else if (match[0] !== '"') {
      open.push(match[0] === "{" ? new Set() : undefined)
      if (open.length > deepest) return `It is nested more than ${deepest} deep.`
    } else {
      const end = endOfString(text, at)
      if (end === -1) return "It is not complete JSON: a string in it does not end."
      token.lastIndex = end
      const names = open.at(-1)
      colon.lastIndex = end
      if (names !== undefined && colon.test(text)) {
        const written = text.slice(at, end)
        const name = written.includes("\\") ? String(JSON.parse(written)) : written.slice(1, -1)
        if (names.has(name)) return `The field "${name.slice(0, 60)}" appears twice in one object, so it is ambiguous.`
        names.add(name)
      }
    }
  }
  return undefined
}

/** Parses JSON that has one meaning only. */
export const readJson = (text: string): JsonReading => {
  let value: unknown
  try {
    const why = ambiguity(text)
    if (why !== undefined) return { _tag: "NotJson", why }
    value = JSON.parse(text)
  } catch {
    return { _tag: "NotJson", why: "It is not complete JSON: it is damaged, truncated, or another kind of file." }
  }
  return { _tag: "Json", value }
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The field, if the object itself has it: never one that it inherits. */
export const field = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined

export const textField = (object: JsonObject, name: string): string | undefined => {
  const value = field(object, name)
  return typeof value === "string" ? value : undefined
}
