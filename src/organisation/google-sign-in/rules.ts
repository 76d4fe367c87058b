import { noOrganisation, type OrgId, type UserId } from "@svc/contract/kernel/ids"
import { Data, Duration } from "effect"

/** How long a person may take at Google. */
export const attemptLifetime = Duration.minutes(10)

const longestReturnTo = 1500
const nowhere = "http://nowhere.invalid"

/**
 * The path to come back to, percent-encoded: a path of the dashboard with a single `/` in front, else `/`. What a
 * browser would read as another site (`//evil.test`, `/\evil.test`, a tab between, `/.//evil.test`) is such an else.
 */
export const safeReturnTo = (given: string | undefined): string => {
  // oxlint-disable-next-line no-control-regex -- browsers drop tabs and line breaks, so `/<tab>/` reads `//`
  if (given === undefined || !given.startsWith("/") || /[\u0000-\u0020\u007f\\]/.test(given)) return "/"
  const url = URL.parse(given, nowhere)
  if (url === null || url.origin !== nowhere) return "/"
  const path = url.pathname + url.search + url.hash
  return path.startsWith("//") || path.length > longestReturnTo ? "/" : path
}

/** What Google says of the person: its checks passed. */
export interface GoogleIdentity {
  readonly sub: string
  /** Verified by Google. */
  readonly email: string
}

/** An account that the identity may stand for: by its link, else by its address. */
export interface Candidate {
  readonly userId: UserId
  readonly email: string
  readonly emailVerified: boolean
  readonly totpEnabled: boolean
  /** The organization that the sign-in opens; null without a membership. */
  readonly orgId: OrgId | null
  /** The organization requires its own identity provider for this member. */
  readonly ssoEnforced: boolean
  /** The Google account that is linked. */
  readonly linkedSub: string | null
}

/** The account and its organization; `noOrganisation` without a membership. */
export interface Member {
  readonly userId: UserId
  readonly orgId: OrgId
  readonly email: string
}

interface Admitted {
  readonly member: Member
  /** The Google account is not linked yet. */
  readonly link: boolean
}

/** The outcome for a person whom Google identified. */
type Verdict = Data.TaggedEnum<{
  NoAccount: {}
  /** The account is linked to another Google account. */
  LinkedToAnother: { readonly member: Member }
  /** The organization identifies its members itself. */
  SingleSignOn: { readonly orgId: OrgId }
  TwoFactor: Admitted
  SignIn: Admitted
}>
const Verdict = Data.taggedEnum<Verdict>()

/**
 * Accounts are never created here, and one with an unconfirmed email does not count: its creator might not be the person
 * whom Google identified (organisation-39).
 */
export const judge = (identity: GoogleIdentity, candidate: Candidate | null): Verdict => {
  if (candidate === null || !candidate.emailVerified) return Verdict.NoAccount()
  const { email, linkedSub, userId } = candidate
  const orgId = candidate.orgId ?? noOrganisation
  const member = { userId, orgId, email }
  if (linkedSub !== null && linkedSub !== identity.sub) return Verdict.LinkedToAnother({ member })
  if (candidate.ssoEnforced) return Verdict.SingleSignOn({ orgId })
  const admitted = { member, link: linkedSub === null }
  return candidate.totpEnabled ? Verdict.TwoFactor(admitted) : Verdict.SignIn(admitted)
}
