import { Effect, Option, Schema } from "effect"
import type { CredentialCard } from "#connections/vendors/card"
import { accepted, bearer, type MakeCredentialCheck, secretOf } from "#connections/vendors/protocol/credential-check"

const readAccessPoint = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ apiAccessPoint: Schema.String }))
)

/** Adobe Acrobat Sign, version 6: tells where the account's API is. */
const credentialCheck: MakeCredentialCheck = (addresses) => ({
  prove: Effect.fn("AdobeSign.prove")(function* (calls, candidate) {
    const token = secretOf(candidate, "access_token")
    const url = `${addresses.of("adobeSign")}/api/rest/v6/baseUris`
    const answer = yield* accepted(yield* calls.read({ url, headers: bearer(token) }))
    return {
      ...candidate.settings,
      ...Option.match(readAccessPoint(answer.body), {
        onNone: () => ({}),
        onSome: ({ apiAccessPoint }) => ({ api_access_point: apiAccessPoint })
      })
    }
  })
})

export const adobeSign: CredentialCard<"adobe-sign"> = {
  service: { _tag: "Provable", vendors: ["adobeSign"], credentialCheck },
  // What Adobe reported about itself when it was connected.
  addressSettings: ["api_access_point"],
  credential: ({ access_token, client_id, client_secret, integration_key, refresh_token }) => ({
    settings: { client_id },
    secrets: { access_token: access_token ?? integration_key, client_secret, refresh_token }
  })
}
