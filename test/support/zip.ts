import { Effect } from "effect"
import { buffer } from "node:stream/consumers"
import { crc32 } from "node:zlib"
import { fromBufferPromise } from "yauzl"

/** The files of a ZIP by their path, in its order; fails where a size or a checksum does not fit. */
export const filesOfZip = (zip: Buffer): Effect.Effect<Map<string, Buffer>> =>
  Effect.promise(async () => {
    const archive = await fromBufferPromise(zip, { lazyEntries: true })
    const files = new Map<string, Buffer>()
    for await (const entry of archive.eachEntry()) {
      const content = await buffer(await archive.openReadStreamPromise(entry))
      if (crc32(content) !== entry.crc32) throw new Error(`The checksum of ${entry.fileName} does not fit`)
      if (files.has(entry.fileName)) throw new Error(`${entry.fileName} is there twice`)
      files.set(entry.fileName, content)
    }
    return files
  })
