import { Effect, Option, Schema } from "effect"
import type { Finding, Leaver, VendorReads, VendorUnanswered } from "#connections/vendors/protocol/connector"
import { type GithubOrg, loginIn, organisationMissing, refusal, same } from "./api.ts"
import { holds, orgMembers, samlIdentities, scimIds } from "./people.ts"
import { type AppResult, failed, manualRequired, refused, skipped } from "#connections/vendors/protocol/outcome"

export interface GithubAccount {
  /** The account's number, which a new username does not change; null where GitHub did not show it. */
  readonly id: string | null
  /** Null for a provisioned person who never signed in. */
  readonly login: string | null
  /** `none`: known by their number, and no longer in the organization. */
  readonly kind: "member" | "collaborator" | "none"
  readonly isOwner: boolean
  /** Their identity in the organization's single sign-on. */
  readonly scimId: string | null
}

export type GithubFinding = Finding<GithubAccount>

const maxPages = 50
const pageSize = 100

export const result = (of: AppResult): GithubFinding => ({ _tag: "Result", result: of })

export const account = (of: Partial<GithubAccount>): GithubFinding => ({
  _tag: "Account",
  account: { id: null, login: null, kind: "member", isOwner: false, scimId: null, ...of }
})

const recordLogin = "Enter the person's GitHub username in the directory and run the revocation again"

const unknown = skipped(
  "The GitHub organization has no person with this email address, so there was nothing to revoke. If they have an account there, enter its GitHub username in the directory"
)

const notMember = skipped(
  "The GitHub username in the directory is neither a member nor an outside collaborator of the organization, so there was nothing to revoke"
)

const unproven = manualRequired(
  `GitHub shows no member with this email address, but keeps most email addresses private. ${recordLogin}, or remove the access manually`
)

const several = manualRequired(
  "Several GitHub accounts of the organization have this email address. Remove the right one manually"
)

const Membership = Schema.fromJsonString(
  Schema.Struct({
    state: Schema.optionalKey(Schema.String),
    role: Schema.optionalKey(Schema.String),
    user: Schema.optionalKey(Schema.NullOr(Schema.Struct({ login: Schema.String, id: Schema.optionalKey(Schema.Int) })))
  })
)
const readMembership = Schema.decodeUnknownOption(Membership)

const readLogins = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Array(Schema.Struct({ login: Schema.String, id: Schema.optionalKey(Schema.Int) })))
)

export const unreadable = failed("GitHub's answer was not a membership. Remove the access manually")

const renamed = manualRequired(`GitHub has the username in the directory under another name. ${recordLogin}`)

const tooMany = manualRequired(
  "The GitHub organization has too many outside collaborators to search. Remove the access manually"
)

export const membershipUrl = ({ api, org }: GithubOrg, login: string) =>
  `${api}/orgs/${org}/memberships/${encodeURIComponent(login)}`

export const identityUrl = ({ api, org }: GithubOrg, id: string) =>
  `${api}/scim/v2/organizations/${org}/Users/${encodeURIComponent(id)}`

/** A person's relation to the organization. */
type InOrganisation =
  | { readonly _tag: "Member"; readonly id: string | null; readonly isOwner: boolean }
  | { readonly _tag: "Collaborator"; readonly id: string | null }
  | { readonly _tag: "Nobody" }
  /** Unknown. */
  | { readonly _tag: "Untold"; readonly result: AppResult }

const idOf = (id: number | null | undefined) => (id == null ? null : String(id))

const untold = (of: AppResult): InOrganisation => ({ _tag: "Untold", result: of })

/** Among the outside collaborators; absent only after the whole list was read. */
const amongCollaborators = Effect.fnUntraced(function* (
  calls: VendorReads,
  github: GithubOrg,
  login: string
): Effect.fn.Return<InOrganisation, VendorUnanswered> {
  for (let page = 1; page <= maxPages; page++) {
    const answer = yield* calls.read({
      url: `${github.api}/orgs/${github.org}/outside_collaborators?per_page=${pageSize}&page=${page}`,
      headers: github.headers
    })
    if (answer.status >= 300) return untold(refusal(answer))
    const listed = readLogins(answer.body)
    if (Option.isNone(listed)) return untold(unreadable)
    const one = listed.value.find((it) => same(it.login, login))
    if (one !== undefined) return { _tag: "Collaborator", id: idOf(one.id) }
    if (listed.value.length < pageSize) return { _tag: "Nobody" }
  }
  return untold(tooMany)
})

/** A username's relation to the organization. A 404 of the membership counts once the collaborators are listed. */
export const inOrganisation = Effect.fnUntraced(function* (
  calls: VendorReads,
  github: GithubOrg,
  login: string
): Effect.fn.Return<InOrganisation, VendorUnanswered> {
  const answer = yield* calls.read({ url: membershipUrl(github, login), headers: github.headers })
  if (answer.status === 404) return yield* amongCollaborators(calls, github, login)
  if (answer.status >= 300) return untold(refusal(answer))
  const membership = readMembership(answer.body)
  if (Option.isNone(membership)) return untold(unreadable)
  const { role, user } = membership.value
  return user != null && !same(user.login, login)
    ? untold(renamed)
    : { _tag: "Member", id: idOf(user?.id), isOwner: role === "admin" }
})

/** The identity linked to a username in the organization's single sign-on; failing to read it stops nothing. */
export const samlIdentityOf = (calls: VendorReads, github: GithubOrg, login: string) =>
  Effect.map(Effect.option(samlIdentities(calls, github, login)), (identities) => {
    if (Option.isNone(identities) || identities.value._tag !== "Found") return Option.none()
    const own = identities.value.all.filter((one) => one.login !== null && same(one.login, login))
    return Option.some({ id: own[0]?.id ?? null, addresses: own.flatMap((one) => one.addresses) })
  })

/** The same, or where there is no telling by the username, the one of the address. */
const identityOf = Effect.fnUntraced(function* (calls: VendorReads, github: GithubOrg, login: string, email: string) {
  const identity = yield* samlIdentityOf(calls, github, login)
  if (Option.isSome(identity)) {
    const addresses = identity.value.addresses.filter((address) => address.includes("@"))
    return { id: identity.value.id, isAnothers: addresses.length > 0 && !holds(addresses, email) }
  }
  const ids = yield* Effect.option(scimIds(calls, github, email))
  const all = Option.isSome(ids) && ids.value._tag === "Found" ? ids.value.all : []
  return { id: all.length === 1 ? (all[0] ?? null) : null, isAnothers: false }
})

const byLogin = Effect.fnUntraced(function* (calls: VendorReads, github: GithubOrg, login: string, email: string) {
  const who = yield* inOrganisation(calls, github, login)
  if (who._tag === "Untold") return result(who.result)
  if (who._tag === "Nobody") return result(notMember)
  if (who._tag === "Collaborator") return account({ id: who.id, login, kind: "collaborator" })
  const identity = yield* identityOf(calls, github, login, email)
  if (identity.isAnothers) {
    return result(
      manualRequired(
        "The GitHub username in the directory signs in to the organization as another person. Correct it in the directory, or remove the access manually"
      )
    )
  }
  return account({ id: who.id, login, isOwner: who.isOwner, scimId: identity.id })
})

/** Without single sign-on only those addresses are proof that GitHub has verified and shows (connections-39). */
const amongMembers = Effect.fnUntraced(function* (
  calls: VendorReads,
  github: GithubOrg,
  email: string,
  ofNobody: AppResult
) {
  const members = yield* orgMembers(calls, github)
  if (members._tag === "Failed") return result(members.result)
  if (members._tag === "Closed") {
    return result(ofNobody.outcome === "skipped" || members.status < 300 ? ofNobody : refused(members.status))
  }
  const own = new Map(
    members.all.filter(({ addresses }) => holds(addresses, email)).map((one) => [one.login, one.account])
  )
  if (own.size > 1) return result(several)
  const [one] = own
  return one === undefined ? result(ofNobody) : account({ login: one[0], id: one[1] })
})

const byEmail = Effect.fnUntraced(function* (calls: VendorReads, github: GithubOrg, email: string) {
  const scim = yield* scimIds(calls, github, email)
  if (scim._tag === "Failed") return result(scim.result)
  const ids = scim._tag === "Found" ? scim.all : []
  if (ids.length > 1) return result(several)
  const [scimId = null] = ids
  const identities = yield* samlIdentities(calls, github)
  if (identities._tag === "Found") {
    const own = identities.all.filter(({ addresses }) => holds(addresses, email))
    const logins = new Set(own.flatMap(({ login }) => (login === null ? [] : [login.toLowerCase()])))
    if (logins.size > 1) return result(several)
    const linked = own.find(({ login }) => login !== null) ?? own[0]
    if (linked !== undefined) {
      return account({ id: linked.account, login: linked.login, scimId: linked.id ?? scimId })
    }
  }
  if (scimId !== null) return account({ scimId })
  if (identities._tag === "Found") return result(unknown)
  if (identities._tag === "Failed") return result(identities.result)
  // The directory of SCIM vouches for who is not there; a plain list of members does not.
  return yield* amongMembers(calls, github, email, scim._tag === "Found" ? unknown : unproven)
})

/** A 404, or an empty result, counts once GitHub responds for the organization. */
export const whereItAnswers = (
  calls: VendorReads,
  github: GithubOrg,
  look: Effect.Effect<GithubFinding, VendorUnanswered>
): Effect.Effect<GithubFinding, VendorUnanswered> =>
  Effect.flatMap(look, (finding) => {
    if (finding._tag === "Account") return Effect.succeed(finding)
    const { outcome, vendorStatus } = finding.result
    if (outcome !== "skipped" && vendorStatus !== 404) return Effect.succeed(finding)
    return Effect.map(
      organisationMissing(calls, github),
      Option.match({ onNone: () => finding, onSome: (missing) => result(missing) })
    )
  })

/** By the stored username; else by the organization's identity provider; else by emails that GitHub shows. */
export const lookUp = (
  calls: VendorReads,
  github: GithubOrg,
  { email, sourceControlUsername }: Leaver
): Effect.Effect<GithubFinding, VendorUnanswered> => {
  if (sourceControlUsername === null || sourceControlUsername.trim() === "") {
    return whereItAnswers(calls, github, byEmail(calls, github, email))
  }
  return Option.match(loginIn(sourceControlUsername), {
    onNone: () =>
      Effect.succeed(
        result(manualRequired("The GitHub username in the directory is not valid. Correct it in the directory"))
      ),
    onSome: (login) => whereItAnswers(calls, github, byLogin(calls, github, login, email))
  })
}
