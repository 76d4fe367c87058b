import { DateTime, Effect, Option, Redacted, Schema } from "effect"
import { createHmac } from "node:crypto"
import { constantTimeEquals } from "#platform/crypto/constant-time"
import type { VendorAnswer, VendorUnanswered } from "./calls.ts"
import { statusText } from "./outcome.ts"
import { SigningFailed } from "./signing-provider.ts"
import { reader } from "./vendor-json.ts"

/** Whether the call may have changed something: what its lost answer leaves open. */
export type Effecting = "reads" | "writes"

const kindOf = (status: number, call: Effecting): SigningFailed["kind"] => {
  if (status === 401) return "credential"
  if (status === 404 || status === 410) return "missing"
  if (status === 429) return "later"
  if (status >= 500 || status < 400) return call === "writes" ? "unknown" : "later"
  return "refused"
}

/** A provider's own code for a refusal, where it is nothing but one. */
const isCode = (code: string) => /^[A-Za-z0-9_]{1,60}$/.test(code)

/** The failure of a response; `code` is where the provider's error form has its code. */
export const failureOf = (
  provider: string,
  answer: Pick<VendorAnswer, "status" | "body">,
  call: Effecting,
  code: Option.Option<string> = Option.none(),
  throttles: ReadonlyArray<string> = []
): SigningFailed => {
  const known = Option.filter(code, isCode)
  const throttled = Option.exists(known, (one) => throttles.includes(one))
  return new SigningFailed({
    kind: throttled ? "later" : kindOf(answer.status, call),
    message: `${provider} answered ${statusText(answer.status)}${Option.match(known, { onNone: () => "", onSome: (one) => `: ${one}` })}`
  })
}

/** No answer: after a write the provider may have acted on it. */
export const noAnswer =
  (provider: string, call: Effecting) =>
  ({ message }: VendorUnanswered) =>
    new SigningFailed({
      kind: call === "writes" ? "unknown" : "later",
      message: message.replace("The app", provider)
    })

export const isSuccess = ({ status }: Pick<VendorAnswer, "status">) => status >= 200 && status < 300

/** The answer's JSON read as this; one that cannot be read tells nothing. */
export const readAs = <A>(provider: string, schema: Schema.Codec<A, unknown>, call: Effecting) => {
  const read = reader(schema)
  return ({ body }: Pick<VendorAnswer, "body">): Effect.Effect<A, SigningFailed> =>
    Option.match(read(body), {
      onNone: () =>
        Effect.fail(
          new SigningFailed({
            kind: call === "writes" ? "unknown" : "later",
            message: `${provider} gave an answer that cannot be read`
          })
        ),
      onSome: Effect.succeed
    })
}

/** A provider's id of a request: it is stored and part of addresses, so it has to look like one. */
export const RequestId = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{1,200}$/))

const isRequestId = Schema.is(RequestId)

/** The id that a provider wrote, when it is one: a callback may hold anything. */
export const requestId = (text: string | null | undefined): Option.Option<string> =>
  Option.filter(Option.fromNullishOr(text), isRequestId)

/** A provider's id in a URL; a malformed one is never sent. */
export const idInPath = (provider: string, id: string): Effect.Effect<string, SigningFailed> =>
  isRequestId(id)
    ? Effect.succeed(id)
    : Effect.fail(new SigningFailed({ kind: "missing", message: `${provider} gave an invalid id` }))

/** Where a person signs: HTTPS, or plain HTTP if the operator set the provider's URL, for a gateway or an emulator. */
export const signingAddress = (
  text: string | null | undefined,
  override: Option.Option<string>
): Option.Option<string> =>
  Option.filter(Option.fromNullishOr(text), (url) => {
    const protocol = URL.canParse(url) ? new URL(url).protocol : ""
    return protocol === "https:" || (protocol === "http:" && Option.isSome(override))
  })

/** A provider's timestamp, ISO 8601; null if malformed. */
export const momentOf = (text: string | null | undefined): DateTime.Utc | null =>
  text === null || text === undefined ? null : Option.getOrNull(Option.map(DateTime.make(text), DateTime.toUtc))

/** HMAC-SHA256 of these pieces, compared in constant time. */
export const isHmac = (
  given: string,
  key: string,
  pieces: ReadonlyArray<string | Uint8Array>,
  encoding: "base64" | "hex"
): boolean => {
  const hmac = createHmac("sha256", key)
  for (const piece of pieces) hmac.update(piece)
  return constantTimeEquals(given, hmac.digest(encoding))
}

/** A body of several parts as a provider's form takes it (RFC 7578). */
export const multipart = (
  fields: ReadonlyArray<readonly [name: string, value: string]>,
  file: { readonly field: string; readonly name: string; readonly contentType: string; readonly bytes: Uint8Array },
  mark: string
): { readonly contentType: string; readonly body: Uint8Array } => {
  const boundary = `svc-${mark}`
  // A quote or a line break in a name would end it.
  const quoted = (text: string) => text.replace(/[\r\n]+/g, " ").replaceAll('"', "%22")
  const head = fields.map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`
  )
  const opening = `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(file.field)}"; filename="${quoted(file.name)}"\r\ncontent-type: ${file.contentType}\r\n\r\n`
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: new Uint8Array(
      Buffer.concat([Buffer.from(head.join("") + opening), file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
    )
  }
}

/** A file's name with the ending of what it is. */
export const fileName = ({ extension, name }: { readonly name: string; readonly extension: string }): string => {
  const bare = name.replace(/[/\\]/g, "-")
  return bare.toLowerCase().endsWith(`.${extension}`) ? bare : `${bare}.${extension}`
}

export const clear = (secret: Redacted.Redacted | undefined): string =>
  secret === undefined ? "" : Redacted.value(secret)
