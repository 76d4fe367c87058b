import { Effect, Option, Schema } from "effect"
import type { CredentialCard } from "#connections/vendors/card"
import { accepted, type MakeCredentialCheck, secretOf } from "#connections/vendors/protocol/credential-check"

const readAccount = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ account: Schema.Struct({ account_id: Schema.String }) }))
)

/** Dropbox Sign, version 3: the API key is the user name of a Basic credential. */
const credentialCheck: MakeCredentialCheck = (addresses) => ({
  prove: Effect.fn("DropboxSign.prove")(function* (calls, candidate) {
    const key = Buffer.from(`${secretOf(candidate, "api_key")}:`).toString("base64")
    const url = `${addresses.of("dropboxSign")}/v3/account`
    const answer = yield* accepted(
      yield* calls.read({ url, headers: { authorization: `Basic ${key}`, accept: "application/json" } })
    )
    return {
      ...candidate.settings,
      ...Option.match(readAccount(answer.body), {
        onNone: () => ({}),
        onSome: ({ account }) => ({ account_id: account.account_id })
      })
    }
  })
})

export const dropboxSign: CredentialCard<"dropbox-sign"> = {
  service: { _tag: "Provable", vendors: ["dropboxSign"], credentialCheck },
  addressSettings: [],
  credential: ({ api_key, client_id }) => ({ settings: { client_id }, secrets: { api_key } })
}
