import type { LabRequest } from "./vendor.ts"

export interface Part {
  readonly name: string
  /** None for a plain field. */
  readonly fileName: string | undefined
  readonly contentType: string
  readonly bytes: Uint8Array
}

const attribute = (header: string, name: string) => new RegExp(`[;\\s]${name}="([^"]*)"`, "i").exec(header)?.[1]

const headersOf = (head: string): ReadonlyMap<string, string> =>
  new Map(
    head.split("\r\n").map((line) => {
      const colon = line.indexOf(":")
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]
    })
  )

const partOf = (raw: Buffer): Part | undefined => {
  const end = raw.indexOf("\r\n\r\n")
  if (end === -1) return undefined
  const headers = headersOf(raw.subarray(0, end).toString("utf8").trimStart())
  const disposition = headers.get("content-disposition") ?? ""
  const name = attribute(disposition, "name")
  if (name === undefined) return undefined
  return {
    name,
    fileName: attribute(disposition, "filename"),
    contentType: headers.get("content-type") ?? "text/plain",
    bytes: new Uint8Array(raw.subarray(end + 4))
  }
}

/** The parts of a multipart/form-data body (RFC 7578); `undefined` if it is malformed. */
export const partsOf = ({ headers, rawBody }: LabRequest): ReadonlyArray<Part> | undefined => {
  const type = headers["content-type"] ?? ""
  const boundary = /^multipart\/form-data\s*;.*boundary="?([^";]+)"?/i.exec(type)?.[1]
  if (boundary === undefined) return undefined
  // Each delimiter except the first follows a line break that is not part of the content.
  const whole = Buffer.concat([Buffer.from("\r\n"), rawBody])
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const parts: Array<Part> = []
  let from = whole.indexOf(delimiter)
  while (from !== -1) {
    const begin = from + delimiter.length
    const next = whole.indexOf(delimiter, begin)
    if (next === -1) return whole.subarray(begin, begin + 2).toString() === "--" ? parts : undefined
    const part = partOf(whole.subarray(begin, next))
    if (part === undefined) return undefined
    parts.push(part)
    from = next
  }
  return undefined
}

/** The text of a field; empty when it is not there. */
export const fieldOf = (parts: ReadonlyArray<Part>, name: string) => {
  const part = parts.find((each) => each.name === name)
  return part === undefined ? "" : Buffer.from(part.bytes).toString("utf8")
}
