/** Sentences of the service by their English text; `{}` stands for any text, which the translation takes in order. */
export type Sentences = Readonly<Record<string, string>>

export type Say = (text: string) => string

/** Unchanged. */
export const asSent: Say = (text) => text

/** A `{}` ends with its sentence. */
const shapeOf = (english: string) =>
  new RegExp(
    `^${english
      .split("{}")
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join("(.+)")}$`
  )

/** Translates a text sentence by sentence; a text with an unknown sentence stays as it was sent. */
export const sayIn = (sentences: Sentences): Say => {
  const rules = Object.entries(sentences).map(([english, theirs]) => ({ shape: shapeOf(english), theirs }))
  const sentence = (english: string): ReadonlyArray<string> => {
    for (const { shape, theirs } of rules) {
      const texts = shape.exec(english)?.slice(1)
      if (texts !== undefined) return [theirs.replaceAll("{}", () => texts.shift() ?? "")]
    }
    return []
  }
  return (text) => {
    const parts = text.replace(/\.$/, "").split(". ")
    const said = parts.flatMap(sentence)
    return said.length < parts.length ? text : `${said.join(". ")}${text.endsWith(".") ? "." : ""}`
  }
}

const tables: Readonly<Record<string, () => Promise<{ readonly said: Sentences }>>> = {
  de: () => import("./said.de.ts")
}

/** Loads the sentences of a language; English, and a table that does not load, leave every text as it was sent. */
export const sayerIn = async (language: string): Promise<Say> => {
  const table = await tables[language]?.().catch(() => undefined)
  return table === undefined ? asSent : sayIn(table.said)
}
