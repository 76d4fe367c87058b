import { Option, Schema } from "effect"
import { setting } from "#connections/vendors/protocol/connection-fields"
import { requestId } from "#connections/vendors/protocol/signing-answers"
import type { SigningCallback, SigningProvider } from "#connections/vendors/protocol/signing-provider"
import { maybeText, reader } from "#connections/vendors/protocol/vendor-json"

const readTold = reader(
  Schema.Struct({
    agreement: Schema.optionalKey(Schema.NullOr(Schema.Struct({ id: maybeText }))),
    agreementId: maybeText
  })
)

/** The webhook's owner, in a form that is safe in a response. */
const clientIn = ({ headers }: Pick<SigningCallback, "headers">): string | undefined => {
  const given = headers["x-adobesign-clientid"]?.trim()
  return given !== undefined && /^[A-Za-z0-9._-]{1,100}$/.test(given) ? given : undefined
}

/**
 * Adobe Sign signs nothing: a call is accepted by its unguessable URL, and by the client id that it sends and expects
 * in the response.
 */
export const adobeCallbacks: Pick<SigningProvider, "verifiable" | "isGenuine" | "named" | "receipt"> = {
  verifiable: () => true,
  isGenuine: (callback, keys) => {
    const client = clientIn(callback)
    const own = setting(keys, "client_id")
    return client !== undefined && (own === "" || client === own)
  },
  named: ({ body }) =>
    Option.flatMap(readTold(Buffer.from(body).toString("utf8")), ({ agreement, agreementId }) =>
      requestId(agreement?.id ?? agreementId)
    ),
  receipt: (callback) => {
    const client = clientIn(callback) ?? ""
    return {
      headers: { "x-adobesign-clientid": client },
      contentType: "application/json",
      body: JSON.stringify({ xAdobeSignClientId: client })
    }
  }
}
