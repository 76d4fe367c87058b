import { Effect, Option } from "effect"
import { VendorClient } from "#connections/vendors/protocol/calls"
import type { Candidate } from "#connections/vendors/protocol/connection"
import { CredentialChecks } from "#connections/vendors/credential-checks"

/** Proves a credential by a real request to its vendor; never within a transaction. */
export const makeProveCredential = Effect.gen(function* () {
  const provers = yield* CredentialChecks
  const client = yield* VendorClient
  return Effect.fn("Integrations.prove")(function* (candidate: Candidate) {
    const vendor = Option.getOrThrow(provers.find(candidate.protocol))
    return yield* vendor.prove(yield* client.callsFor(vendor), candidate)
  })
})
