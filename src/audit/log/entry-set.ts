/** Entries whose texts lie together (`audit_log_texts`). */
export const entriesPerPart = 2000

const bytesPerPart = entriesPerPart / 8

/** More numbers than this are passed to the database as a bitmap. */
const mostListed = 10_000

/** A longer bitmap is not sent: only a tampered log has such numbers. */
const longestStretch = 16 * 1024 * 1024

/** How the entries are passed to the database. */
type TellableSet =
  | { readonly _tag: "Numbers"; readonly numbers: ReadonlyArray<number> }
  /** A bit for each number from `first` on, the lowest of a byte first. */
  | { readonly _tag: "Bits"; readonly first: number; readonly bits: Uint8Array }

/** Entries by their numbers: two hundred thousand take 25 KB. */
export class EntrySet {
  #size = 0
  readonly #parts = new Map<number, Uint8Array>()

  get size(): number {
    return this.#size
  }

  add(seq: number): void {
    const part = Math.floor(seq / entriesPerPart)
    let bits = this.#parts.get(part)
    if (bits === undefined) {
      bits = new Uint8Array(bytesPerPart)
      this.#parts.set(part, bits)
    }
    const at = seq - part * entriesPerPart
    const before = bits[at >> 3] ?? 0
    const after = before | (1 << (at & 7))
    if (after === before) return
    bits[at >> 3] = after
    this.#size += 1
  }

  tellable(): TellableSet {
    const parts = [...this.#parts.keys()].toSorted((one, other) => one - other)
    const [first = 0, last = 0] = [parts[0], parts.at(-1)]
    const stretch = (last - first + 1) * bytesPerPart
    if (this.#size <= mostListed || stretch > longestStretch) return { _tag: "Numbers", numbers: this.#numbers(parts) }
    const bits = new Uint8Array(stretch)
    for (const [part, of] of this.#parts) bits.set(of, (part - first) * bytesPerPart)
    return { _tag: "Bits", first: first * entriesPerPart, bits }
  }

  #numbers(parts: ReadonlyArray<number>): ReadonlyArray<number> {
    const numbers: Array<number> = []
    for (const part of parts) {
      for (const [at, byte] of (this.#parts.get(part) ?? new Uint8Array()).entries()) {
        if (byte === 0) continue
        for (let bit = 0; bit < 8; bit++) {
          if ((byte >> bit) & 1) numbers.push(part * entriesPerPart + at * 8 + bit)
        }
      }
    }
    return numbers
  }
}
