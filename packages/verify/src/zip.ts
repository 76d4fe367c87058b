import { Inflate } from "fflate"

/** The files of a ZIP by path, or why it was not opened. */
type ZipReading =
  | { readonly _tag: "Zip"; readonly files: ReadonlyMap<string, Uint8Array> }
  | { readonly _tag: "NoZip"; readonly why: string; readonly path?: string }

const mostEntries = 5000
const mostBytes = 1024 ** 3

class Refused extends Error {
  /** The file in it that is to blame, if it is one. */
  readonly path: string | undefined

  constructor(why: string, path?: string) {
    super(why)
    this.path = path
  }
}

const refuse = (why: string, path?: string): never => {
  throw new Refused(why, path)
}

const refuseFile = (path: string): never => refuse(`"${path}" in it is damaged.`, path)

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

const crc32 = (bytes: Uint8Array) => {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 255] ?? 0)
  return (crc ^ 0xffffffff) >>> 0
}

interface Entry {
  readonly path: string
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly header: number
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const damaged = "It is damaged: its parts are not where its directory says."

/** Where the directory stands and how many entries it has, from the record at the very end. */
const findDirectory = (view: DataView) => {
  const earliest = Math.max(0, view.byteLength - 22 - 0xffff)
  for (let at = view.byteLength - 22; at >= earliest; at -= 1) {
    if (view.getUint32(at, true) !== 0x06054b50 || at + 22 + view.getUint16(at + 20, true) !== view.byteLength) continue
    const count = view.getUint16(at + 10, true)
    const size = view.getUint32(at + 12, true)
    const start = view.getUint32(at + 16, true)
    if (count !== 0xffff && size !== 0xffffffff && start !== 0xffffffff) return { count, start, end: start + size, at }
    if (at < 20 || view.getUint32(at - 20, true) !== 0x07064b50) return refuse(damaged)
    const record = Number(view.getBigUint64(at - 12, true))
    if (record + 56 > at || view.getUint32(record, true) !== 0x06064b50) return refuse(damaged)
    const begin = Number(view.getBigUint64(record + 48, true))
    return {
      count: Number(view.getBigUint64(record + 32, true)),
      start: begin,
      end: begin + Number(view.getBigUint64(record + 40, true)),
      at: record
    }
  }
  return refuse("It is truncated: the end of the ZIP is missing.")
}

/** ZIP64 extra field: sizes and offset beyond 32 bits, in this order, each only if needed. */
const wide = (view: DataView, from: number, to: number, narrow: ReadonlyArray<number>) => {
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue
    let next = at + 4
    return narrow.map((value) => {
      if (value !== 0xffffffff) return value
      next += 8
      return next <= to ? Number(view.getBigUint64(next - 8, true)) : refuse(damaged)
    })
  }
  return narrow
}

const nameOf = (bytes: Uint8Array) => new TextDecoder("utf-8", { fatal: true }).decode(bytes)

// Control characters and backslashes hide where a file goes, or what a reader sees of its name.
const isPlainPath = (path: string) =>
  /^[^\\\p{Cc}:]{1,300}$/u.test(path) &&
  path.split("/").every((segment) => segment !== "" && segment !== "." && segment !== "..")

const readEntry = (bytes: Uint8Array, view: DataView, at: number) => {
  if (view.getUint32(at, true) !== 0x02014b50) return refuse(damaged)
  const nameEnd = at + 46 + view.getUint16(at + 28, true)
  const extraEnd = nameEnd + view.getUint16(at + 30, true)
  const path = nameOf(bytes.subarray(at + 46, nameEnd))
  if ((view.getUint16(at + 8, true) & 1) === 1) return refuse("Its files are encrypted with a password.")
  if (((view.getUint32(at + 38, true) >>> 16) & 0o170000) === 0o120000) {
    return refuse(`"${path.slice(0, 80)}" in it is not a file but a link.`)
  }
  const narrow = [view.getUint32(at + 24, true), view.getUint32(at + 20, true), view.getUint32(at + 42, true)]
  const [size = 0, packed = 0, header = 0] = wide(view, nameEnd, extraEnd, narrow)
  const entry: Entry = {
    path,
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    packed,
    size,
    header
  }
  return { entry, next: extraEnd + view.getUint16(at + 32, true) }
}

// Deflate packs 258 bytes into two bits at best.
const mostRatio = 1040

const inflate = (packed: Uint8Array, entry: Entry) => {
  if (entry.size > packed.length * mostRatio) return refuse(damaged)
  const out = new Uint8Array(entry.size)
  let length = 0
  const inflater = new Inflate((chunk) => {
    // What a directory says of sizes is only a claim: nothing is unpacked beyond it.
    if (length + chunk.length > out.length) refuse(`"${entry.path}" in it unpacks to more than it says.`)
    out.set(chunk, length)
    length += chunk.length
  })
  const step = 16_384
  try {
    for (let at = 0; at < packed.length; at += step) {
      inflater.push(packed.subarray(at, at + step), at + step >= packed.length)
    }
  } catch (error) {
    return error instanceof Refused ? refuse(error.message, entry.path) : refuseFile(entry.path)
  }
  return length === out.length ? out : refuseFile(entry.path)
}

const contentOf = (bytes: Uint8Array, view: DataView, entry: Entry, directory: number) => {
  if (view.getUint32(entry.header, true) !== 0x04034b50) return refuse(damaged)
  const nameEnd = entry.header + 30 + view.getUint16(entry.header + 26, true)
  const start = nameEnd + view.getUint16(entry.header + 28, true)
  const end = start + entry.packed
  if (end > directory || nameOf(bytes.subarray(entry.header + 30, nameEnd)) !== entry.path) return refuse(damaged)
  const packed = bytes.subarray(start, end)
  if (entry.method !== 0 && entry.method !== 8) return refuse(`"${entry.path}" in it is packed in an unknown way.`)
  const content = entry.method === 0 ? packed : inflate(packed, entry)
  if (content.length !== entry.size || crc32(content) !== entry.crc) return refuseFile(entry.path)
  return { content, start: entry.header, end }
}

const unpack = (bytes: Uint8Array) => {
  const view = viewOf(bytes)
  const directory = findDirectory(view)
  if (directory.count > mostEntries) return refuse(`It holds more than ${mostEntries} files.`)
  if (directory.end > directory.at) return refuse(damaged)
  const entries = new Map<string, Entry>()
  let total = 0
  for (let at = directory.start, left = directory.count; left > 0; left -= 1) {
    const { entry, next } = readEntry(bytes, view, at)
    at = next
    total += entry.size
    if (total > mostBytes) return refuse("Unpacked it would be larger than 1 GiB.")
    if (entry.path.endsWith("/") && entry.size === 0) continue
    if (!isPlainPath(entry.path))
      return refuse(`It holds a file with a path that points elsewhere: "${entry.path.slice(0, 80)}".`)
    if (entries.has(entry.path)) return refuse(`"${entry.path}" is in it twice.`)
    entries.set(entry.path, entry)
  }
  const files = new Map<string, Uint8Array>()
  const ends: Array<{ readonly start: number; readonly end: number }> = []
  for (const entry of entries.values()) {
    const { content, end, start } = contentOf(bytes, view, entry, directory.start)
    // Files that share their bytes are how a small ZIP becomes a huge one.
    if (ends.some((other) => start < other.end && other.start < end)) return refuse("Files in it overlap.")
    ends.push({ start, end })
    files.set(entry.path, content)
  }
  return files
}

/** Opens a ZIP whole, in memory: at most 5,000 files and 1 GiB, and only if its directory tells the truth. */
export const readZip = (bytes: Uint8Array): ZipReading => {
  try {
    return { _tag: "Zip", files: unpack(bytes) }
  } catch (error) {
    if (!(error instanceof Refused)) return { _tag: "NoZip", why: damaged }
    return { _tag: "NoZip", why: error.message, ...(error.path === undefined ? {} : { path: error.path }) }
  }
}
