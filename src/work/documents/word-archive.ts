import { Effect } from "effect"
import { type Entry, fromBuffer, type ZipFile } from "yauzl"

const mostEntries = 10_000
/** Unpacked size that the entries claim. A document of 10 MB that claims more is a bomb for its reader. */
const largestContent = 1024 * 1024 * 1024

const isLink = ({ externalFileAttributes }: Entry) => ((externalFileAttributes >>> 16) & 0o170000) === 0o120000
const isEncrypted = ({ generalPurposeBitFlag }: Entry) => (generalPurposeBitFlag & 1) === 1

/**
 * Whether a ZIP is a Word document, by its directory alone; nothing is unpacked. Refused too: links, names that leave the
 * folder, encrypted entries, macros under the name of a document that has none, and directories of impossible size.
 */
export const isWordArchive = (file: Buffer): Effect.Effect<boolean> =>
  Effect.callback<boolean>((resume) => {
    const end = (answer: boolean, zip?: ZipFile) => {
      zip?.close()
      resume(Effect.succeed(answer))
    }
    fromBuffer(file, { lazyEntries: true, strictFileNames: true }, (failure, zip) => {
      if (failure !== null || zip === undefined) return end(false)
      if (zip.entryCount > mostEntries) return end(false, zip)
      let isWord = false
      let content = 0
      zip.on("error", () => end(false, zip))
      zip.on("end", () => end(isWord, zip))
      zip.on("entry", (entry: Entry) => {
        content += entry.uncompressedSize
        if (isLink(entry) || isEncrypted(entry) || content > largestContent) return end(false, zip)
        if (/(?:^|\/)vbaProject\.bin$/i.test(entry.fileName)) return end(false, zip)
        isWord ||= entry.fileName === "word/document.xml"
        zip.readEntry()
      })
      zip.readEntry()
    })
  })
