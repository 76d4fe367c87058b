import { DateTime, Duration, Effect, Option, Redacted, Schema } from "effect"
import { createHmac } from "node:crypto"
import { constantTimeEquals } from "#platform/crypto/constant-time"
import { retryAfter, type VendorAnswer } from "#connections/vendors/protocol/calls"
import type { CredentialUnproven, VendorCalls, VendorReads } from "#connections/vendors/protocol/connector"
import { statusText } from "#connections/vendors/protocol/outcome"
import { credentialRefused, unanswering } from "#connections/vendors/protocol/credential-answers"
import { sentenceOf } from "./rules.ts"

/** A connected account as its calls need it. */
interface Account {
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly sid: string
  readonly token: Redacted.Redacted
}

interface TextMessage {
  readonly to: string
  readonly text: string
  /** Sender: one of both. */
  readonly from: string
  readonly messagingServiceSid: string
  readonly statusCallback: string
}

/** `later`: known not to have been sent; `unknown`: it may have been. */
export type Sending =
  | { readonly _tag: "Sent"; readonly sid: string }
  | { readonly _tag: "Refused"; readonly code: number | null; readonly message: string }
  | { readonly _tag: "CredentialRefused"; readonly message: string }
  | { readonly _tag: "Later"; readonly seconds: number; readonly message: string }
  | { readonly _tag: "Unknown"; readonly message: string }

const Made = Schema.fromJsonString(Schema.Struct({ sid: Schema.String }))
const Failure = Schema.fromJsonString(Schema.Struct({ code: Schema.Int }))

const headers = ({ sid, token }: Account) => ({
  accept: "application/json",
  authorization: `Basic ${Buffer.from(`${sid}:${Redacted.value(token)}`, "utf8").toString("base64")}`
})

const accountUrl = ({ baseUrl, sid }: Account) => `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(sid)}`

/** Proves the credential: reads the account itself. */
export const prove = (calls: VendorReads, account: Account): Effect.Effect<void, CredentialUnproven> =>
  calls.read({ url: `${accountUrl(account)}.json`, headers: headers(account) }).pipe(
    Effect.mapError(({ message }) => unanswering(`${message}. Try again`)),
    Effect.flatMap(({ status }) => {
      if (status >= 200 && status < 300) return Effect.void
      return Effect.fail(
        status === 401 || status === 403 || status === 404
          ? credentialRefused("Twilio did not accept the credential. Check account_sid and auth_token")
          : unanswering(`Twilio answered ${statusText(status)}. Try again`)
      )
    })
  )

const judged = (answer: VendorAnswer, now: DateTime.Utc): Sending => {
  const { body, status } = answer
  const message = `Twilio answered ${statusText(status)}`
  if (status >= 200 && status < 300) {
    return Option.match(Schema.decodeUnknownOption(Made)(body), {
      onSome: ({ sid }): Sending => ({ _tag: "Sent", sid }),
      onNone: (): Sending => ({ _tag: "Unknown", message: "Twilio gave an answer that cannot be read" })
    })
  }
  if (status === 429) {
    const seconds = Option.match(retryAfter(answer, now), { onNone: () => 0, onSome: Duration.toSeconds })
    return { _tag: "Later", seconds: Math.min(seconds, 86_400), message }
  }
  if (status === 401 || status === 403) return { _tag: "CredentialRefused", message }
  if (status >= 500 || status < 400) return { _tag: "Unknown", message }
  const code = Option.getOrNull(Option.map(Schema.decodeUnknownOption(Failure)(body), (failure) => failure.code))
  return { _tag: "Refused", code, message: sentenceOf(code) }
}

/** Sends once; without a response it may have been sent. */
export const sendText = Effect.fnUntraced(function* (calls: VendorCalls, account: Account, message: TextMessage) {
  const form = new URLSearchParams({ To: message.to, Body: message.text, StatusCallback: message.statusCallback })
  if (message.messagingServiceSid === "") form.set("From", message.from)
  else form.set("MessagingServiceSid", message.messagingServiceSid)
  const sent = calls.write({
    method: "POST",
    url: `${accountUrl(account)}/Messages.json`,
    headers: { ...headers(account), "content-type": "application/x-www-form-urlencoded" },
    body: form.toString()
  })
  const now = yield* DateTime.now
  return yield* sent.pipe(
    Effect.map((answer) => judged(answer, now)),
    Effect.catch(({ message: why }) => Effect.succeed<Sending>({ _tag: "Unknown", message: why }))
  )
})

/** Twilio's request signature: base64 HMAC-SHA1 over the address that it called and the form's fields by their names. */
export const isSigned = (
  given: string | undefined,
  token: Redacted.Redacted,
  call: { readonly url: string; readonly form: URLSearchParams }
) => {
  if (given === undefined) return false
  const fields = [...call.form]
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => name + value)
  const expected = createHmac("sha1", Redacted.value(token))
    .update(call.url + fields.join(""))
    .digest("base64")
  return constantTimeEquals(given, expected)
}
