import { Option, Schema } from "effect"
import { clear, isHmac, requestId } from "#connections/vendors/protocol/signing-answers"
import type { SigningKeys, SigningProvider } from "#connections/vendors/protocol/signing-provider"
import { maybeText, reader } from "#connections/vendors/protocol/vendor-json"

/** As many as DocuSign Connect has. */
const mostKeys = 10
const places = Array.from({ length: mostKeys }, (_, index) => index + 1)

const keysIn = ({ secrets }: SigningKeys) =>
  places.flatMap((place) => {
    const key = clear(secrets.get(`hmac_key_${place}`))
    return key === "" ? [] : [key]
  })

const readTold = reader(Schema.Struct({ data: Schema.Struct({ envelopeId: maybeText }) }))

/** DocuSign Connect: HMAC-SHA256 over the body, one header per key; any of our keys in any of them counts. */
export const docuSignCallbacks: Pick<SigningProvider, "verifiable" | "isGenuine" | "named" | "receipt"> = {
  verifiable: (keys) => keysIn(keys).length > 0,
  isGenuine: ({ body, headers }, keys) => {
    const signatures = places.flatMap((place) => headers[`x-docusign-signature-${place}`] ?? [])
    const known = keysIn(keys)
    return signatures.some((signature) => known.some((key) => isHmac(signature, key, [body], "base64")))
  },
  named: ({ body }) =>
    Option.flatMap(readTold(Buffer.from(body).toString("utf8")), ({ data }) => requestId(data.envelopeId)),
  receipt: () => ({ headers: {}, contentType: "text/plain", body: "received" })
}
