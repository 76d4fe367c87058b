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

const noOrganisation = "The connection names no GitHub organisation. Connect GitHub again and give org"

const noLogin =
  "GitHub shows no member of this e-mail address, and what a person leaves behind hangs on the username. Record the person's GitHub username in the directory"

const byHand: Partial<Record<LeftBehindKind, string>> = {
  deploy_key:
    "A deploy key hangs on the repository, and what runs in production may use it. Give what needs it a new key, delete this one in the repository's settings, and confirm it",
  ownership: "Make somebody else an owner of the organisation at GitHub, and confirm it"
}

const nothingVisible = (why: string) => kinds.map((kind): KindSight => ({ _tag: "NotVisible", kind, why }))

/** What of GitHub lives on: tokens, keys, and an organisation without an owner. */
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
      return manualRequired(byHand[kind] ?? "GitHub offers no API for it. End it there, and confirm it")
    }
    const end = named.value.isFineGrained ? endFineGrainedToken : endAuthorizedCredential
    return yield* end(calls, github.value, login.value, named.value.id)
  }),

  transfer: () =>
    Effect.succeed(manualRequired("GitHub gives nothing of this kind to somebody else. Do it there, and confirm it"))
})
