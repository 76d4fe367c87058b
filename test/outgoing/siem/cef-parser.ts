/** Keys of the CEF dictionary that may be sent, and what their values are. */
const dictionary: ReadonlyMap<string, "text" | "number"> = new Map([
  ["rt", "number"],
  ["act", "text"],
  ["cat", "text"],
  ["suser", "text"],
  ["suid", "text"],
  ["duser", "text"],
  ["dntdom", "text"],
  ["duid", "text"],
  ["externalId", "text"],
  ["msg", "text"],
  ...["cs1", "cs2", "cs3", "cs4", "cs5", "cs6", "flexString1", "flexString2"].map((key) => [key, "text"] as const),
  ...["cn1", "cn2", "cn3"].map((key) => [key, "number"] as const)
])

const custom = /^(cs[1-6]|cn[1-3]|flexString[12])$/

interface CefLine {
  readonly header: {
    readonly vendor: string
    readonly product: string
    readonly deviceVersion: string
    readonly eventType: string
    readonly name: string
    readonly severity: string
  }
  /** Values by key, as they were before they were escaped. */
  readonly extension: ReadonlyMap<string, string>
  /** Values of custom keys by their labels. */
  readonly labelled: ReadonlyMap<string, string>
  readonly keys: ReadonlyArray<string>
}

const fail = (why: string, line: string): never => {
  throw new Error(`${why}: ${JSON.stringify(line)}`)
}

/** Undoes escapes; a backslash before anything else, or before nothing, is an error. */
const unescaped = (text: string, allowed: Readonly<Record<string, string>>) => {
  let read = ""
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== "\\") read += text[at]
    else read += allowed[text[++at] ?? ""] ?? fail("An escape that there is not", text)
  }
  return read
}

const isEscaped = (text: string, at: number) => {
  let backslashes = 0
  while (text[at - 1 - backslashes] === "\\") backslashes++
  return backslashes % 2 === 1
}

/** Where the character stands by itself. */
const placesOf = (character: string, text: string) =>
  [...Array.from({ length: text.length }).keys()].filter((at) => text[at] === character && !isEscaped(text, at))

const readExtension = (text: string) => {
  const values = new Map<string, string>()
  const starts = placesOf("=", text).map((equals) => {
    const [key = ""] = /[A-Za-z0-9]+$/.exec(text.slice(0, equals)) ?? []
    const start = equals - key.length
    if (key === "" || (start > 0 && text[start - 1] !== " ")) fail("An equals sign that is not escaped", text)
    return { key, start, equals }
  })
  if (starts[0]?.start !== 0) fail("Something before the first key", text)
  for (const [index, { equals, key }] of starts.entries()) {
    const next = starts[index + 1]
    const raw = text.slice(equals + 1, next === undefined ? text.length : next.start - 1)
    if (raw === "") fail(`${key} without a value`, text)
    if (values.has(key)) fail(`${key} twice`, text)
    values.set(key, unescaped(raw, { "\\": "\\", "=": "=", n: "\n", r: "\r" }))
  }
  return values
}

const checked = (extension: ReadonlyMap<string, string>, line: string) => {
  const labelled = new Map<string, string>()
  for (const [key, value] of extension) {
    const [, owner] = /^(.+)Label$/.exec(key) ?? []
    if (owner !== undefined) {
      if (!custom.test(owner) || !extension.has(owner)) fail(`${key} labels nothing`, line)
      continue
    }
    const kind = dictionary.get(key) ?? fail(`${key} is no key of CEF`, line)
    if (kind === "number" && !/^-?\d+$/.test(value)) fail(`${key} is no number`, line)
    if (custom.test(key)) labelled.set(extension.get(`${key}Label`) ?? fail(`${key} has no label`, line), value)
  }
  return labelled
}

/**
 * Reads one line of CEF version 0 as the implementation standard has it, and forgives nothing: what should have been
 * escaped, an unknown key, a custom key without its label, an empty value and a repeated key are errors.
 */
export const parseCef = (line: string): CefLine => {
  if (/[\r\n]/.test(line)) fail("More than one line", line)
  const [version, vendor, product, deviceVersion, eventType, name, severity] = placesOf("|", line).slice(0, 7)
  if (severity === undefined) return fail("A header with fewer than seven fields", line)
  const bounds = [-1, version, vendor, product, deviceVersion, eventType, name, severity]
  const fields = bounds.slice(1).map((end, index) => {
    const start = bounds[index]
    return unescaped(line.slice((start ?? -1) + 1, end), { "\\": "\\", "|": "|" })
  })
  if (fields[0] !== "CEF:0") fail("Not CEF version 0", line)
  if (!/^(10|\d)$/.test(fields[6] ?? "")) fail("A severity that is none", line)
  const extension = readExtension(line.slice(severity + 1))
  return {
    header: {
      vendor: fields[1] ?? "",
      product: fields[2] ?? "",
      deviceVersion: fields[3] ?? "",
      eventType: fields[4] ?? "",
      name: fields[5] ?? "",
      severity: fields[6] ?? ""
    },
    extension,
    labelled: checked(extension, line),
    keys: [...extension.keys()]
  }
}

const breaks = new Set(["\v", "\f", "\u001c", "\u001d", "\u001e", "\u0085", "\u2028", "\u2029"])

/** What a reader of CEF reads of this text: any line break but a carriage return is a line feed, another control character its number. */
export const readableOf = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (character) => (breaks.has(character) ? "\n" : character))
    .replace(/[^\P{Cc}\n\r]/gu, (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`)
