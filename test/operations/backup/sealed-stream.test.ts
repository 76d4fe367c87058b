import { assert, describe, it } from "@effect/vitest"
import { createHash } from "node:crypto"
import { chunkBytes, seal, type SealedAs, unseal } from "#operations/backup/sealed-stream"

const key = new Uint8Array(createHash("sha256").update("a key of this test").digest())
const as: SealedAs = { key, backupId: "backup-20260302T090000Z-00000001", name: "table-0001-1.bin" }

const headerBytes = 45
const sealedChunk = chunkBytes + 16

/** Bytes that tell where they stand. */
const plain = (size: number) => Buffer.from(Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >> 8)) & 0xff))

const inPieces = async function* (bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const gather = async (bytes: AsyncIterable<Uint8Array>) => {
  const chunks: Array<Uint8Array> = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const sealed = (bytes: Uint8Array, how: SealedAs = as) => gather(seal(how, inPieces(bytes, 100_000)))

const opened = (bytes: Uint8Array, how: SealedAs = as) => gather(unseal(how, inPieces(bytes, 70_001)))

const refused = async (bytes: Uint8Array, what: string, how: SealedAs = as) => {
  const outcome = await opened(bytes, how).then(
    () => "opened",
    (error: unknown) => (error instanceof Error ? error.message : "")
  )
  assert.match(outcome, /was changed/, what)
}

/** The same with one bit of this byte changed. */
const flipped = (bytes: Buffer, at: number) => {
  const changed = Buffer.from(bytes)
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
  return changed
}

const chunksOf = (bytes: Buffer) => {
  const body = bytes.subarray(headerBytes)
  return Array.from({ length: Math.ceil(body.length / sealedChunk) }, (_, index) =>
    body.subarray(index * sealedChunk, (index + 1) * sealedChunk)
  )
}

describe("a sealed file of a backup", () => {
  it.each([0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 2 * chunkBytes, 3 * chunkBytes + 5])(
    "opens as it was, of %i bytes, and is never the same twice",
    async (size) => {
      const bytes = plain(size)
      const one = await sealed(bytes)
      assert.isTrue((await opened(one)).equals(bytes))
      assert.isFalse(one.equals(await sealed(bytes)))
    }
  )

  // backup-2: It is sealed in chunks: altered, cut off, reordered or exchanged in any place it does not open.
  it("is refused with any byte of its header altered, and any kind of byte of its chunks", async () => {
    const whole = await sealed(plain(2 * chunkBytes + 1000))
    const ofHeader = Array.from({ length: headerBytes }, (_, at) => at)
    const starts = [0, 1, 2].map((index) => headerBytes + index * sealedChunk)
    const ends = [...starts.slice(1), whole.length]
    const ofChunks = starts.flatMap((start, index) => {
      const end = ends[index] ?? start
      return [start, start + 17, end - 17, end - 16, end - 1]
    })
    for (const at of [...ofHeader, ...ofChunks]) await refused(flipped(whole, at), `byte ${at}`)
  })

  // backup-2
  it("is refused cut off anywhere, also where a chunk ends, and with more behind it", async () => {
    const whole = await sealed(plain(3 * chunkBytes))
    const cuts = [0, 1, 12, headerBytes - 1, headerBytes, headerBytes + 15].concat(
      [1, 2].flatMap((index) => [-1, 0, 1].map((by) => headerBytes + index * sealedChunk + by)),
      whole.length - 1
    )
    for (const at of cuts) await refused(whole.subarray(0, at), `cut at ${at}`)
    await refused(Buffer.concat([whole, Buffer.of(0)]), "one byte more")
    await refused(Buffer.concat([whole, whole.subarray(headerBytes)]), "twice")
  })

  // backup-2
  it("is refused with its chunks in another order, one left out, one repeated, or one of another file", async () => {
    const bytes = plain(4 * chunkBytes)
    const whole = await sealed(bytes)
    const header = whole.subarray(0, headerBytes)
    const [a = header, b = header, c = header, d = header] = chunksOf(whole)
    const [foreign = header] = chunksOf(await sealed(bytes))
    const orders = {
      "b a c d": [b, a, c, d],
      "a c d": [a, c, d],
      "a b b c d": [a, b, b, c, d],
      "x b c d": [foreign, b, c, d]
    }
    for (const [what, chunks] of Object.entries(orders)) await refused(Buffer.concat([header, ...chunks]), what)
  })

  // backup-2
  it("is refused as another file, as one of another backup, and under another key", async () => {
    const whole = await sealed(plain(1000))
    await refused(whole, "another file", { ...as, name: "table-0002-1.bin" })
    await refused(whole, "another backup", { ...as, backupId: "backup-20260302T090000Z-00000002" })
    await refused(whole, "another key", { ...as, key: new Uint8Array(32) })
  })
})
