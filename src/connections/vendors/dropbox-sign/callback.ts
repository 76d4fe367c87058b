import { Option, Schema } from "effect"
import { clear, isHmac, requestId } from "#connections/vendors/protocol/signing-answers"
import type { SigningCallback, SigningProvider } from "#connections/vendors/protocol/signing-provider"
import { maybeText, reader } from "#connections/vendors/protocol/vendor-json"

const readTold = reader(
  Schema.Struct({
    event: Schema.Struct({
      event_time: Schema.Union([Schema.String, Schema.Number]),
      event_type: Schema.String,
      event_hash: Schema.String
    }),
    signature_request: Schema.optionalKey(Schema.NullOr(Schema.Struct({ signature_request_id: maybeText })))
  })
)

const boundaryIn = (contentType: string) =>
  /^multipart\/form-data\s*;.*?boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(contentType)?.slice(1).find(Boolean)

/** The field of this name in a form (RFC 7578), or a body that is the field's JSON. */
const fieldIn = ({ body, headers }: SigningCallback, name: string): string | undefined => {
  const text = Buffer.from(body).toString("utf8")
  const contentType = headers["content-type"] ?? ""
  const boundary = boundaryIn(contentType)
  if (boundary === undefined) {
    return /^application\/x-www-form-urlencoded/i.test(contentType)
      ? (new URLSearchParams(text).get(name) ?? undefined)
      : undefined
  }
  for (const part of text.split(`--${boundary}`)) {
    const end = part.indexOf("\r\n\r\n")
    if (end === -1 || !new RegExp(`\\bname="${name}"`, "i").test(part.slice(0, end))) continue
    return part.slice(end + 4).replace(/\r\n$/, "")
  }
  return undefined
}

const toldIn = (callback: SigningCallback) =>
  Option.flatMap(Option.fromUndefinedOr(fieldIn(callback, "json")), readTold)

/**
 * Dropbox Sign's event hash: HMAC-SHA256 of time and type of the event under the API key. It does not cover what the callback
 * says of the request, of which nothing is believed therefore.
 */
export const dropboxCallbacks: Pick<SigningProvider, "verifiable" | "isGenuine" | "named" | "receipt"> = {
  verifiable: ({ secrets }) => clear(secrets.get("api_key")) !== "",
  isGenuine: (callback, { secrets }) => {
    const key = clear(secrets.get("api_key"))
    return (
      key !== "" &&
      Option.exists(toldIn(callback), ({ event }) =>
        isHmac(event.event_hash.toLowerCase(), key, [`${event.event_time}${event.event_type}`], "hex")
      )
    )
  },
  named: (callback) =>
    Option.flatMap(toldIn(callback), ({ signature_request }) => requestId(signature_request?.signature_request_id)),
  receipt: () => ({ headers: {}, contentType: "text/plain", body: "Hello API Event Received" })
}
