import type { LeftBehindKind } from "@svc/contract/left-behind/schema"
import { Effect, Option } from "effect"
import type { VendorAddresses } from "#connections/vendors/protocol/addresses"
import { githubOrg } from "#connections/vendors/github/api"
import type { GithubAccount } from "#connections/vendors/github/look-up"
import { isAnnounced, loginOf } from "#connections/vendors/github/owner-login"
import type { Inventory, KindSight } from "#connections/vendors/protocol/inventory"
import { type Source, sightsOf } from "#connections/vendors/protocol/left-behind"
import { failed, manualRequired } from "#connections/vendors/protocol/outcome"
import { authorizedCredentials, endAuthorizedCredential } from "./authorized-credentials.ts"
import { deployKeys } from "./deploy-keys.ts"
import { endFineGrainedToken, fineGrainedTokens } from "./fine-grained-tokens.ts"
import { owners } from "./owners.ts"
import { endableIn, githubPlan } from "./plan-closing.ts"

const kinds: ReadonlyArray<LeftBehindKind> = ["personal_token", "ssh_key", "deploy_key", "oauth_grant", "ownership"]

const noOrganisation = "The connection has no GitHub organization. Connect GitHub again and send org"

const noLogin =
  "GitHub shows no member with this email address, and orphaned items are found by username. Enter the person's GitHub username in the directory"

const byHand: Partial<Record<LeftBehindKind, string>> = {
  deploy_key:
    "A deploy key belongs to the repository, and production systems might use it. Replace it where it is used, delete it in the repository's settings, and confirm it",
  ownership: "Add another owner to the organization in GitHub, and confirm it"
}

const nothingVisible = (why: string) => kinds.map((kind): KindSight => ({ _tag: "NotVisible", kind, why }))

/** Orphaned items at GitHub: tokens, keys, and an organization without an owner. */
export const githubInventory = (addresses: VendorAddresses["Service"]): Inventory<GithubAccount> => ({
  kinds,

  plan: githubPlan(addresses),

  look: Effect.fn("GithubInventory.look")(function* (calls, service, owner) {
    const github = githubOrg(addresses, service)
    if (Option.isNone(github)) return nothingVisible(noOrganisation)
    const login = loginOf(owner)
    if (Option.isNone(login)) {
      return isAnnounced(owner)
        ? kinds.map((kind): KindSight => ({ _tag: "Seen", kind, items: [] }))
        : nothingVisible(noLogin)
    }
    const of = [github.value, login.value] as const
    const sources: ReadonlyArray<Source> = [
      ...(yield* fineGrainedTokens(calls, ...of)),
      ...(yield* authorizedCredentials(calls, ...of)),
      ...(yield* deployKeys(calls, ...of)),
      ...(yield* owners(calls, ...of))
    ]
    return sightsOf(kinds, sources)
  }),

  revoke: Effect.fn("GithubInventory.revoke")(function* (calls, service, owner, { externalId, kind }) {
    const github = githubOrg(addresses, service)
    if (Option.isNone(github)) return failed(noOrganisation)
    const login = loginOf(owner)
    if (Option.isNone(login)) return manualRequired(noLogin)
    const named = endableIn(externalId)
    if (Option.isNone(named)) {
      return manualRequired(byHand[kind] ?? "GitHub has no API for it. End it there, and confirm it")
    }
    const end = named.value.isFineGrained ? endFineGrainedToken : endAuthorizedCredential
    return yield* end(calls, github.value, login.value, named.value.id)
  }),

  transfer: () =>
    Effect.succeed(
      manualRequired("GitHub cannot transfer items of this kind by API. Transfer it there, and confirm it")
    )
})
