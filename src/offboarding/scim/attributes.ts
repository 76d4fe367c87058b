/** Attribute names mean the same in any case (RFC 7643, 2.1); of two spellings the last one counts. */
export class Attributes {
  readonly byName: ReadonlyMap<string, unknown>
  constructor(entries: Iterable<readonly [string, unknown]>) {
    this.byName = new Map([...entries].map(([name, value]) => [name.toLowerCase(), value]))
  }
  /** By its name in lower case. */
  get(name: string): unknown {
    return this.byName.get(name)
  }
  has(name: string): boolean {
    return this.byName.has(name)
  }
}

const isRecord = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The attributes of what may be an object; of anything else there are none. */
export const attributesOf = (value: unknown): Attributes => new Attributes(isRecord(value) ? Object.entries(value) : [])

export const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const isText = (value: unknown, text: string) => typeof value === "string" && value.trim().toLowerCase() === text

/** Providers send booleans as text, too (`"False"`), or in the `value` of a list of one (offboarding-94). */
export const isFalse = (value: unknown): boolean =>
  value === false ||
  isText(value, "false") ||
  (typeof value === "object" && value !== null && [value].flat().some((one) => isFalseValue(one)))

const isFalseValue = (item: unknown) => {
  const value = attributesOf(item).get("value")
  return value === false || isText(value, "false")
}

export const isTrue = (value: unknown): boolean => value === true || isText(value, "true")
