import { Effect } from "effect"
import type { CredentialCard } from "#connections/vendors/card"
import { accepted, bearer, type MakeCredentialCheck, secretOf } from "#connections/vendors/protocol/credential-check"

/** A service of the tenant's own; a GET of its address has to take the token. */
const credentialCheck: MakeCredentialCheck = () => ({
  prove: Effect.fn("Alumni.prove")(function* (calls, candidate) {
    const answer = yield* calls.read({
      url: String(candidate.settings["base_url"] ?? ""),
      headers: bearer(secretOf(candidate, "token"))
    })
    yield* accepted(answer)
    return candidate.settings
  })
})

export const alumni: CredentialCard<"alumni"> = {
  service: { _tag: "Provable", vendors: [], credentialCheck },
  addressSettings: ["base_url"],
  credential: ({ base_url, token }) => ({
    settings: { base_url },
    secrets: { token },
    address: { field: "base_url", url: base_url }
  })
}
