import { Effect, Predicate, Redacted, Scope } from "effect"
import type { SendMailOptions } from "nodemailer"
import { MailFailed } from "./message.ts"
import { asClientCall } from "#platform/observability/trace-links"

// What the message itself caused; sign-in, network and server trouble may be over at the next attempt.
const causedByMessage = new Set(["EENVELOPE", "EMESSAGE", "EFILEACCESS", "EURLACCESS", "EOTP", "ESTREAM"])

const signInFailures = new Set(["EAUTH", "ENOAUTH", "EOAUTH2"])

/** Read when the first mail goes out. */
const nodemailer = Effect.promise(() => import("nodemailer"))

const codeOf = (error: unknown) =>
  Predicate.hasProperty(error, "code") && typeof error.code === "string" ? error.code : "EUNKNOWN"

const replyOf = (error: unknown) =>
  Predicate.hasProperty(error, "responseCode") && typeof error.responseCode === "number"
    ? error.responseCode
    : undefined

const ofTheNetwork = new Set(["ESOCKET", "ECONNECTION", "ETIMEDOUT", "EDNS"])

/** What the operating system said, which names the server; other messages may repeat an address or a credential. */
const withoutReply = (code: string, error: unknown) =>
  ofTheNetwork.has(code) && error instanceof Error ? `${code}, ${error.message}` : code

/** RFC 5321, section 4.2.1: 5yz is final, except 503 (wrong state of the session) and a refused sign-in. */
const failed = (error: unknown) => {
  const code = codeOf(error)
  const reply = replyOf(error)
  const isFinal = reply === undefined ? causedByMessage.has(code) : reply >= 500 && reply !== 503
  const said = reply === undefined ? withoutReply(code, error) : `${code}, reply ${reply}`
  return new MailFailed({ retryable: !isFinal || signInFailures.has(code), message: `SMTP failed: ${said}` })
}

const serverOf = (url: Redacted.Redacted) => {
  const { hostname, port, protocol } = new URL(Redacted.value(url))
  return { "server.address": hostname, "server.port": Number(port || (protocol === "smtps:" ? 465 : 587)) }
}

/** Says hello, starts TLS where the server offers it, and signs in; sends nothing. */
export const greetSmtp = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const transport = yield* Effect.acquireRelease(
    Effect.map(nodemailer, ({ createTransport }) =>
      createTransport({
        url: Redacted.value(url),
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 10_000
      })
    ),
    (one) => Effect.sync(() => one.close())
  )
  yield* Effect.tryPromise({ try: () => transport.verify(), catch: failed })
}, Effect.scoped)

/** Sends over a pool of SMTP connections, which is made for the first mail and closed with the scope. */
export const smtpSender = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const transport = yield* Effect.acquireRelease(
    Effect.map(nodemailer, ({ createTransport }) =>
      createTransport({
        url: Redacted.value(url),
        pool: true,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 30_000
      })
    ),
    (pool) => Effect.sync(() => pool.close())
  ).pipe(Scope.provide(yield* Effect.scope), Effect.cached)
  return (options: SendMailOptions) =>
    Effect.flatMap(transport, (pool) =>
      Effect.tryPromise({ try: (signal) => pool.sendMail({ ...options, signal }), catch: failed })
    ).pipe(
      Effect.asVoid,
      asClientCall("SMTP send", () => serverOf(url))
    )
})
