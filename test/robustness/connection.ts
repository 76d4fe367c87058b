import { Effect } from "effect"
import { connect } from "node:net"

export interface Exchange {
  /** What came back before the other side closed the connection. */
  readonly received: string
  /** The other side closed it, or cut it; false when this side gave up after the time-out. */
  readonly closed: boolean
}

/** What is written in turn: text, bytes, or a pause of so many milliseconds. */
export type Step = string | Uint8Array | number

/** Milliseconds after which a connection that is still open is taken for one that nobody closes. */
export const patience = 120_000

/** Writes to a bare connection and reads until the other side closes it. */
export const converse = (port: number, steps: ReadonlyArray<Step>) =>
  Effect.promise(
    () =>
      new Promise<Exchange>((resolve) => {
        const chunks: Array<Buffer> = []
        const socket = connect(port, "127.0.0.1")
        const finish = (closed: boolean) => {
          clearTimeout(giveUp)
          socket.destroy()
          resolve({
            received: Buffer.concat(chunks).toString("latin1"),
            closed
          })
        }
        const giveUp = setTimeout(() => finish(false), patience)
        socket.on("data", (chunk: Buffer) => chunks.push(chunk))
        // A cut connection is an end as well: what was read before it is what counts.
        socket.on("error", () => undefined)
        socket.on("close", () => finish(true))
        const write = (index: number): void => {
          const step = steps[index]
          if (step === undefined || socket.destroyed) return
          if (typeof step === "number") setTimeout(() => write(index + 1), step)
          else socket.write(step, () => write(index + 1))
        }
        socket.on("connect", () => write(0))
      })
  )

/** The status of the first answer; 0 when there was none. */
export const statusOf = ({ received }: Exchange) => Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 0)

/** The body of the last answer. */
export const bodyOf = ({ received }: Exchange): unknown => {
  const body = received.split("\r\n\r\n").at(-1) ?? ""
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
