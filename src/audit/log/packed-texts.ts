import { entriesPerPart } from "./entry-set.ts"

/** Ends an entry's text, with two bytes of its number behind it; no text has this byte, and none begins like those two. */
const entryEnd = "\u00ff"

/** Bytes in a string, a character each: strings are searched faster than buffers. */
export const bytesOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1")

/** Tells the number of each entry of a part (`audit_log_texts`) in whose text what is sought stands, once. */
export const findIn = (part: number, texts: string, sought: string, tell: (seq: number) => void): void => {
  for (let at = texts.indexOf(sought); at !== -1;) {
    const end = texts.indexOf(entryEnd, at)
    tell(part * entriesPerPart + ((texts.charCodeAt(end + 1) & 63) << 6) + (texts.charCodeAt(end + 2) & 63))
    at = texts.indexOf(sought, end + 3)
  }
}
