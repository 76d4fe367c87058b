import { Effect } from "effect"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"

interface ReceivedMail {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly message: string
}

/** A real SMTP server on loopback; answers its port and the mails it took. */
export const smtpServer = Effect.fnUntraced(function* (options: SMTPServerOptions = {}) {
  const received: Array<ReceivedMail> = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    logger: false,
    closeTimeout: 100,
    onData: (stream, session, done) => {
      const chunks: Array<Buffer> = []
      stream.on("data", (chunk) => void chunks.push(chunk))
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          message: Buffer.concat(chunks).toString("utf8")
        })
        done()
      })
    },
    ...options
  })
  const port = yield* Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      const listener = server.listen(0, "127.0.0.1", () => {
        const address = listener.address()
        resume(Effect.succeed(address !== null && typeof address === "object" ? address.port : 0))
      })
    }),
    () => Effect.callback<void>((resume) => server.close(() => resume(Effect.void)))
  )
  return { port, received, connections: server.connections }
})
