import { noOrganisation, type OrgId, type UserId } from "@svc/contract/kernel/ids"
import { Data, Duration } from "effect"

/** How long somebody may take at Google. */
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
  /** The organisation that signing in opens; null without any membership. */
  readonly orgId: OrgId | null
  /** The organisation asks this member to come by its own identity provider. */
  readonly ssoEnforced: boolean
  /** The Google account that is linked. */
  readonly linkedSub: string | null
}

/** Whose account it is, in which organisation; `noOrganisation` without any membership. */
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

/** What becomes of somebody whom Google vouched for. */
type Verdict = Data.TaggedEnum<{
  NoAccount: {}
  /** The account is linked to another Google account. */
  LinkedToAnother: { readonly member: Member }
  /** The organisation vouches for its members itself. */
  SingleSignOn: { readonly orgId: OrgId }
  TwoFactor: Admitted
  SignIn: Admitted
}>
const Verdict = Data.taggedEnum<Verdict>()

/**
 * Accounts are never made here, and one whose address was never confirmed is none: whoever made it may not be the
 * one whom Google vouches for (organisation-39).
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
