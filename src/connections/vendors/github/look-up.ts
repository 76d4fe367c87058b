import { Effect, Option, Schema } from "effect"
import type { Finding, Leaver, VendorReads, VendorUnanswered } from "#connections/vendors/connector"
import { type GithubOrg, isMissing, loginIn, refusal, same } from "./api.ts"
import { holds, orgMembers, samlIdentities, scimIds } from "./people.ts"
import { type AppResult, failed, manualRequired, skipped } from "#connections/vendors/outcome"

export interface GithubAccount {
  /** Null for somebody whom the identity provider has announced and who never signed in. */
  readonly login: string | null
  readonly kind: "member" | "collaborator"
  readonly isOwner: boolean
  /** Their identity in the organisation's single sign-on. */
  readonly scimId: string | null
}

type GithubFinding = Finding<GithubAccount>

const maxPages = 50
const pageSize = 100

const result = (of: AppResult): GithubFinding => ({ _tag: "Result", result: of })

const account = (of: Partial<GithubAccount>): GithubFinding => ({
  _tag: "Account",
  account: { login: null, kind: "member", isOwner: false, scimId: null, ...of }
})

const recordLogin = "Record the person's GitHub username in the directory and run the revocation again"

const unknown = skipped(
  `The GitHub organisation does not know a person with this e-mail address, so there was nothing to revoke. If they have an account there, record its GitHub username in the directory`
)

const notMember = skipped(
  "The recorded GitHub username is not a member of the organisation, nor an outside collaborator, so there was nothing to revoke"
)

const unproven = manualRequired(
  `GitHub shows no member of this e-mail address, but keeps most addresses private. ${recordLogin}, or remove the access by hand`
)

const several = manualRequired(
  "Several GitHub accounts of the organisation have this e-mail address. Remove the right one by hand"
)

const Membership = Schema.fromJsonString(
  Schema.Struct({
    state: Schema.optionalKey(Schema.String),
    role: Schema.optionalKey(Schema.String),
    user: Schema.optionalKey(Schema.NullOr(Schema.Struct({ login: Schema.String })))
  })
)
const readMembership = Schema.decodeUnknownOption(Membership)

const Logins = Schema.fromJsonString(Schema.Array(Schema.Struct({ login: Schema.String })))

const tooMany = manualRequired(
  "The GitHub organisation has too many outside collaborators to search. Remove the access by hand"
)

export const membershipUrl = ({ api, org }: GithubOrg, login: string) =>
  `${api}/orgs/${org}/memberships/${encodeURIComponent(login)}`

/** Whether the login is an outside collaborator's; `Unread` when the list cannot be read to its end. */
const collaboration = Effect.fnUntraced(function* (calls: VendorReads, github: GithubOrg, login: string) {
  for (let page = 1; page <= maxPages; page++) {
    const answer = yield* calls.read({
      url: `${github.api}/orgs/${github.org}/outside_collaborators?per_page=${pageSize}&page=${page}`,
      headers: github.headers
    })
    if (answer.status >= 300) return { _tag: "Unread" as const, isMissing: isMissing(answer), result: refusal(answer) }
    const listed = Option.getOrElse(Schema.decodeUnknownOption(Logins)(answer.body), () => [])
    if (listed.some((one) => same(one.login, login))) return { _tag: "Read" as const, found: true }
    if (listed.length < pageSize) return { _tag: "Read" as const, found: false }
  }
  return { _tag: "Unread" as const, isMissing: false, result: tooMany }
})

/** None when the list cannot be read to its end. */
export const isCollaborator = (calls: VendorReads, github: GithubOrg, login: string) =>
  Effect.map(collaboration(calls, github, login), (read) =>
    read._tag === "Read" ? Option.some(read.found) : Option.none<boolean>()
  )

/** The identity of the login in the organisation's single sign-on; failing to learn it stops nothing. */
const identityOf = Effect.fnUntraced(function* (calls: VendorReads, github: GithubOrg, login: string, email: string) {
  const identities = yield* Effect.option(samlIdentities(calls, github, login))
  if (Option.isSome(identities) && identities.value._tag === "Found") {
    const own = identities.value.all.filter((one) => one.login !== null && same(one.login, login))
    const addresses = own.flatMap((one) => one.addresses).filter((address) => address.includes("@"))
    return {
      id: own[0]?.id ?? null,
      isAnothers: addresses.length > 0 && !holds(addresses, email)
    }
  }
  const ids = yield* Effect.option(scimIds(calls, github, email))
  const all = Option.isSome(ids) && ids.value._tag === "Found" ? ids.value.all : []
  return { id: all.length === 1 ? (all[0] ?? null) : null, isAnothers: false }
})

const byLogin = Effect.fnUntraced(function* (calls: VendorReads, github: GithubOrg, login: string, email: string) {
  const answer = yield* calls.read({ url: membershipUrl(github, login), headers: github.headers })
  if (answer.status === 404) {
    const collaborates = yield* collaboration(calls, github, login)
    // What could not be read says of nobody that they have no access.
    if (collaborates._tag === "Unread" && !collaborates.isMissing) return result(collaborates.result)
    const isOne = collaborates._tag === "Read" && collaborates.found
    return isOne ? account({ login, kind: "collaborator" }) : result(notMember)
  }
  if (answer.status >= 300) return result(refusal(answer))
  const membership = readMembership(answer.body)
  if (Option.isNone(membership)) {
    return result(failed("GitHub answered with something that is no membership. Remove the access by hand"))
  }
  const shown = membership.value.user?.login
  if (shown !== undefined && !same(shown, login)) {
    return result(manualRequired(`GitHub knows the recorded username under another name. ${recordLogin}`))
  }
  const identity = yield* identityOf(calls, github, login, email)
  if (identity.isAnothers) {
    return result(
      manualRequired(
        "The recorded GitHub username signs in to the organisation as another person. Correct it in the directory, or remove the access by hand"
      )
    )
  }
  return account({ login, isOwner: membership.value.role === "admin", scimId: identity.id })
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
  if (members._tag === "Closed") return result(unknown)
  const own = new Set(members.all.filter(({ addresses }) => holds(addresses, email)).map(({ login }) => login))
  if (own.size > 1) return result(several)
  const [login] = own
  return login === undefined ? result(ofNobody) : account({ login })
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
    if (linked !== undefined) return account({ login: linked.login, scimId: linked.id ?? scimId })
  }
  if (scimId !== null) return account({ scimId })
  if (identities._tag === "Found") return result(unknown)
  if (identities._tag === "Failed") return result(identities.result)
  // The directory of SCIM vouches for who is not there; a plain list of members does not.
  return yield* amongMembers(calls, github, email, scim._tag === "Found" ? unknown : unproven)
})

/** By the username on record; else by the organisation's identity provider; else by addresses that GitHub shows. */
export const lookUp = (
  calls: VendorReads,
  github: GithubOrg,
  { email, sourceControlUsername }: Leaver
): Effect.Effect<GithubFinding, VendorUnanswered> => {
  if (sourceControlUsername === null || sourceControlUsername.trim() === "") return byEmail(calls, github, email)
  return Option.match(loginIn(sourceControlUsername), {
    onNone: () =>
      Effect.succeed(
        result(manualRequired(`The GitHub username on record cannot be one. Correct it in the directory`))
      ),
    onSome: (login) => byLogin(calls, github, login, email)
  })
}
