import { Option } from "effect"
import { filetypename } from "magic-bytes.js"

/** A kind of file that may be uploaded (papers-1). */
export interface FileKind {
  /** Of the stored file. */
  readonly extension: "pdf" | "doc" | "docx" | "png" | "jpg"
  /** In lower case, as names may end. */
  readonly endings: ReadonlyArray<string>
  readonly contentType: string
}

const kinds: ReadonlyArray<FileKind> = [
  { extension: "pdf", endings: ["pdf"], contentType: "application/pdf" },
  { extension: "doc", endings: ["doc"], contentType: "application/msword" },
  {
    extension: "docx",
    endings: ["docx"],
    contentType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
  },
  { extension: "png", endings: ["png"], contentType: "image/png" },
  { extension: "jpg", endings: ["jpg", "jpeg"], contentType: "image/jpeg" }
]

/** More of a file's beginning than any of their signatures has. */
export const signatureBytes = 64

/**
 * Detects the type by the first bytes, whatever the name claims. Shared signatures, those of ZIPs and compound files,
 * only start the inspection.
 */
export const kindOf = (head: Uint8Array): Option.Option<FileKind> => {
  const known = new Set(filetypename(head))
  return Option.fromUndefinedOr(kinds.find(({ extension }) => known.has(extension)))
}

/** What a file of this name claims to be. */
export const claimedKind = (filename: string): Option.Option<FileKind> => {
  const ending = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? ""
  return Option.fromUndefinedOr(kinds.find(({ endings }) => endings.includes(ending)))
}

const longestName = 200

/**
 * A file's name as it is shown: the last part of a path, without control characters and marks that turn the direction
 * of writing around, so that it ends as it seems to end. A long one is cut before its ending (work-69).
 */
export const cleanName = (given: string): string => {
  const name = (given.toWellFormed().split(/[/\\]/).at(-1) ?? "")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .replace(/\s+/gu, " ")
    .trim()
  const characters = Array.from(name)
  if (characters.length <= longestName) return name
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? ""
  return characters.slice(0, longestName - ending.length).join("") + ending
}

const entryBytes = 128
const wordStream = Buffer.from("WordDocument", "utf16le")
const rootEntry = Buffer.from("Root Entry", "utf16le")

/** Whether the 128 bytes are an entry of this name in the directory of a compound file ([MS-CFB] 2.6.1). */
const isEntry = (bytes: Buffer, at: number, name: Buffer, type: number) =>
  bytes[at + 66] === type &&
  bytes.readUInt16LE(at + 64) === name.length + 2 &&
  bytes.subarray(at, at + name.length).equals(name)

/**
 * Whether a compound file can be a Word document: a directory with other streams only belongs to a spreadsheet, an
 * email, or an installer, which have the same signature.
 */
export const mayBeWord = (file: Buffer): boolean => {
  let listed = false
  for (let at = 512; at + entryBytes <= file.length; at += entryBytes) {
    if (isEntry(file, at, wordStream, 2)) return true
    listed ||= isEntry(file, at, rootEntry, 5)
  }
  return !listed
}
