import { Effect, Option, Result } from "effect"
import type { AccountName, Leaver, VendorReads, VendorUnanswered } from "#connections/vendors/protocol/connector"
import { cleaned, failed, manualRequired, refused, skipped } from "#connections/vendors/protocol/outcome"
import { type GithubOrg, refusal } from "./api.ts"
import { userAt } from "./entitlements/person.ts"
import {
  account,
  type GithubAccount,
  type GithubFinding,
  identityUrl,
  inOrganisation,
  result,
  samlIdentityOf,
  unreadable,
  whereItAnswers
} from "./look-up.ts"
import { samlIdentities, scimIds } from "./people.ts"

const noSuchAccount = skipped("No GitHub account has this ID anymore, so there was nothing to revoke")

const noGithubId = manualRequired(
  "The account has an ID that is not a GitHub ID. Remove the access manually and confirm it"
)

const identityPrefix = "scim:"

/** By the number of an account, whatever it is called now: usernames change hands. */
const byNumber = Effect.fnUntraced(function* (
  calls: VendorReads,
  github: GithubOrg,
  id: string
): Effect.fn.Return<GithubFinding, VendorUnanswered> {
  const user = yield* userAt(calls, github, `/user/${id}`)
  if (Result.isFailure(user)) {
    const { status, why } = user.failure
    return result(status === null || status < 300 ? failed(why) : { ...refused(status), message: cleaned(why) })
  }
  if (Option.isNone(user.success)) return result(noSuchAccount)
  const { id: shown, login } = user.success.value
  if (String(shown) !== id) return result(unreadable)
  const who = yield* inOrganisation(calls, github, login)
  if (who._tag === "Untold") return result(who.result)
  if (who._tag === "Nobody") return account({ id, login, kind: "none" })
  if (who._tag === "Collaborator") return account({ id, login, kind: "collaborator" })
  // By the username alone: the address may lead to another person's identity.
  const identity = yield* samlIdentityOf(calls, github, login)
  const scimId = Option.getOrNull(Option.map(identity, (it) => it.id))
  return account({ id, login, isOwner: who.isOwner, scimId })
})

/** By the identity from the organization's identity provider: the account linked to it now. */
const byIdentity = Effect.fnUntraced(function* (
  calls: VendorReads,
  github: GithubOrg,
  guid: string,
  leaver: Leaver
): Effect.fn.Return<GithubFinding, VendorUnanswered> {
  const identities = yield* samlIdentities(calls, github)
  const own = identities._tag === "Found" ? identities.all.find(({ id }) => id === guid) : undefined
  if (own !== undefined) return account({ id: own.account, login: own.login, scimId: guid })
  const answer = yield* calls.read({ url: identityUrl(github, guid), headers: github.headers })
  if (answer.status < 300) return account({ scimId: guid })
  const all = yield* scimIds(calls, github, leaver.email)
  const isGone = answer.status === 404 && all._tag === "Found" && !all.all.includes(guid)
  return result(isGone ? noSuchAccount : refusal(answer))
})

/** The account that `nameOf` named so. */
export const lookUpById = (
  calls: VendorReads,
  github: GithubOrg,
  accountId: string,
  leaver: Leaver
): Effect.Effect<GithubFinding, VendorUnanswered> => {
  if (/^\d{1,20}$/.test(accountId)) {
    return whereItAnswers(calls, github, byNumber(calls, github, accountId))
  }
  return accountId.startsWith(identityPrefix)
    ? whereItAnswers(calls, github, byIdentity(calls, github, accountId.slice(identityPrefix.length), leaver))
    : Effect.succeed(result(noGithubId))
}

/** The account's number; for a person who never signed in, their identity in the organization's single sign-on. */
export const nameOf = ({ id, login, scimId }: GithubAccount): AccountName | null => {
  if (id !== null) return { id, name: login }
  return login === null && scimId !== null ? { id: `${identityPrefix}${scimId}`, name: null } : null
}
