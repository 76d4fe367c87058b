import type { Duplex } from "node:stream"

/** One message of the server. */
interface Frame {
  /** The byte that names its kind. */
  readonly type: number
  readonly body: Buffer
}

/** The kinds that a session that copies meets; PostgreSQL's documentation, "Message Formats". */
export const frames = {
  authentication: 0x52,
  complete: 0x43,
  copyData: 0x64,
  copyDone: 0x63,
  copyIn: 0x47,
  copyOut: 0x48,
  dataRow: 0x44,
  error: 0x45,
  ready: 0x5a
} as const

/** No row of the service comes near; a longer frame is another protocol's. */
const longest = 1024 * 1024 * 1024

/** The server's messages, one after the other. The socket is read only as fast as they are asked for. */
export const makeFrameReader = (socket: Duplex) => {
  const chunks: AsyncIterator<Buffer> = socket[Symbol.asyncIterator]()
  let buffer: Buffer = Buffer.alloc(0)
  let at = 0

  /** The next frame of what has arrived. */
  const arrived = (): Frame | undefined => {
    if (buffer.length - at < 5) return undefined
    const length = buffer.readUInt32BE(at + 1)
    if (length < 4 || length > longest) throw new Error("The server does not speak PostgreSQL's protocol")
    if (buffer.length - at < 1 + length) return undefined
    const frame = { type: buffer.readUInt8(at), body: buffer.subarray(at + 5, at + 1 + length) }
    at += 1 + length
    return frame
  }

  const next = async (): Promise<Frame> => {
    for (let frame = arrived(); ; frame = arrived()) {
      if (frame !== undefined) return frame
      // oxlint-disable-next-line no-await-in-loop -- what comes next follows from what came.
      const { done, value } = await chunks.next()
      if (done === true) throw new Error("The database closed the connection")
      buffer = at === buffer.length ? value : Buffer.concat([buffer.subarray(at), value])
      at = 0
    }
  }

  return { arrived, next }
}

const nothing = Buffer.alloc(0)

/** A message of the client. */
export const frameOf = (type: string, body: Uint8Array = nothing): Buffer => {
  const frame = Buffer.allocUnsafe(5 + body.length)
  frame.write(type, 0, "latin1")
  frame.writeUInt32BE(4 + body.length, 1)
  frame.set(body, 5)
  return frame
}

/** The simple query: as many statements as the text has. */
export const queryFrame = (text: string): Buffer => frameOf("Q", Buffer.from(`${text}\0`))

/** The columns of a row, as text. */
export const columnsOfRow = (body: Buffer): ReadonlyArray<string | null> => {
  let at = 2
  return Array.from({ length: body.readUInt16BE(0) }, () => {
    const length = body.readInt32BE(at)
    at += 4
    if (length < 0) return null
    const text = body.toString("utf8", at, at + length)
    at += length
    return text
  })
}

/** Code and message of an error; never its detail, which quotes the row. */
export const errorOf = (body: Buffer): { readonly code: string; readonly message: string } => {
  const fields = new Map(
    body
      .toString("utf8")
      .split("\0")
      .flatMap((field) => (field === "" ? [] : [[field.slice(0, 1), field.slice(1)] as const]))
  )
  return { code: fields.get("C") ?? "", message: fields.get("M") ?? "the database refused a statement" }
}
