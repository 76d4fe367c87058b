import { type EmailUnverified, LoginFailed, type PasswordRefused, SsoRequired } from "@svc/contract/accounts/errors"
import type { SignedInUser } from "@svc/contract/accounts/schema"
import { Caller } from "@svc/contract/kernel/access"
import {
  InvalidRequest,
  OrganisationSuspended,
  type PlanLimitExceeded,
  type PlanLimitReached
} from "@svc/contract/kernel/errors"
import type { OrgId, UserId } from "@svc/contract/kernel/ids"
import { InviteInvalid } from "@svc/contract/members/errors"
import { MemberBecameSuperAdmin } from "@svc/contract/members/events"
import type { AcceptInvite } from "@svc/contract/members/schema"
import { Context, Data, DateTime, Effect, Option, type Redacted } from "effect"
import type { Visitor } from "#access/known-device"
import type { RetryLater } from "#platform/http/retry-later"
import { Accounts, type ProvedAccount } from "#organisation/accounts/service"
import { PersonKeys } from "#audit/record/person-keys"
import { Audit } from "#audit/record/service"
import { auditText, personal } from "#audit/record/text"
import { namedInMail } from "#platform/mail/given-text"
import { Outbox } from "#outgoing/outbox/service"
import { Db } from "#platform/database/db"
import { Secrets } from "#platform/keys/secrets"
import { systemCaller } from "#platform/jobs/system-caller"
import { layerOf } from "#platform/services/layer-of"
import { InvitesRepo, type Offered } from "./invites-repo.ts"
import { MembersRepo } from "./repo.ts"
import { invitePurpose, roleNameOf } from "./rules.ts"

/** How an acceptance ends. */
type Acceptance = Data.TaggedEnum<{
  Joined: {
    readonly user: SignedInUser
    readonly token: Redacted.Redacted
    readonly device: Redacted.Redacted | null
  }
  /** A member now; the second factor is still to come before a session opens. */
  Challenged: { readonly token: Redacted.Redacted }
}>
const Acceptance = Data.taggedEnum<Acceptance>()

/** The email got an account between lookup and insert. */
class AccountAppeared extends Data.TaggedError("AccountAppeared") {}

type Refusal =
  | RetryLater
  | InviteInvalid
  | InvalidRequest
  | PasswordRefused
  | LoginFailed
  | SsoRequired
  | EmailUnverified
  | OrganisationSuspended
  | PlanLimitReached
  | PlanLimitExceeded

interface AcceptInput extends AcceptInvite, Visitor {}

/** The future member: an existing account, or the data for a new one. */
type Joiner =
  | ({ readonly _tag: "Account" } & ProvedAccount)
  | { readonly _tag: "Newcomer"; readonly fullName: string; readonly passwordHash: string }

/** Joining by a mailed link (members-8). */
export class InviteAcceptance extends Context.Service<
  InviteAcceptance,
  {
    /**
     * Makes the holder of the token a member, once, and signs them in. An email without an account gets one; one with
     * an account proves it by its password and, before a session opens, its verification code.
     */
    accept(input: AcceptInput): Effect.Effect<Acceptance, Refusal>
  }
>()("svc/members/InviteAcceptance") {
  static readonly layerNoDeps = layerOf(InviteAcceptance, function* () {
    const db = yield* Db
    const repo = yield* InvitesRepo
    const members = yield* MembersRepo
    const accounts = yield* Accounts
    const audit = yield* Audit
    const personKeys = yield* PersonKeys
    const secrets = yield* Secrets
    const outbox = yield* Outbox

    const recordFailure = Effect.fnUntraced(function* (offer: Offered, address: string) {
      const key = yield* personKeys.forMember(offer.org_id, offer.email)
      yield* audit
        .record({
          action: "login_failed",
          target: auditText`${personal(key, offer.email)}`,
          details: auditText`address: ${personal(key, address)}`
        })
        .pipe(Effect.provideService(Caller, { ...systemCaller(offer.org_id), source: "app" }))
    }, db.transactSystem)

    const accountOf = Effect.fnUntraced(function* (joiner: Joiner, email: string) {
      if (joiner._tag === "Account") return joiner
      const { fullName, passwordHash } = joiner
      const inserted = yield* accounts.insertAccount({ email, fullName, passwordHash })
      if (Option.isNone(inserted)) return yield* new AccountAppeared()
      return { userId: inserted.value, totpEnabled: false, credentialsVersion: 1 }
    })

    /** Of a member who joined in this transaction. */
    const nameOf = Effect.fnUntraced(function* (key: { readonly orgId: OrgId; readonly userId: UserId }) {
      const { full_name } = yield* Effect.orDie(Effect.fromOption(yield* members.find(key)))
      return full_name
    })

    const join = Effect.fn("InviteAcceptance.join")(function* (offer: Offered, joiner: Joiner, input: AcceptInput) {
      const { email, org_id: orgId } = offer
      const now = yield* DateTime.now
      // Before the organization, in the lock order of a password change, to avoid deadlocks.
      if (joiner._tag === "Account" && !joiner.totpEnabled && !(yield* accounts.isStillProved(joiner))) {
        return yield* new LoginFailed()
      }
      // Locked next, in the inviter's order: the organization, then the invitation.
      if (Option.isNone(yield* members.lock(orgId))) return yield* new InviteInvalid()
      const taken = yield* repo.take(secrets.hmacs(invitePurpose, input.token), now)
      if (Option.isNone(taken)) return yield* new InviteInvalid()
      const { custom_name, inviter, ...holding } = taken.value

      const account = yield* accountOf(joiner, email)
      const { userId } = account
      const member = yield* members.find({ orgId, userId })
      if (Option.isNone(member)) {
        yield* accounts.claimSeat(orgId, 0).pipe(Effect.catchTag("OrganisationNotFound", Effect.die))
        yield* members.insert({ orgId, userId, ...holding, created_at: now })
        const key = yield* personKeys.forMember(orgId, email)
        yield* audit
          .record({
            action: "invite_accepted",
            target: auditText`${personal(key, email)}`,
            details: auditText`role: ${roleNameOf({ role: holding.role, custom_name })}`
          })
          .pipe(Effect.provideService(Caller, { ...systemCaller(orgId), source: "app", userId }))
        if (holding.role === "superadmin") {
          const fullName = yield* nameOf({ orgId, userId })
          yield* outbox.append(
            orgId,
            MemberBecameSuperAdmin.make({
              userId,
              member: namedInMail({ full_name: fullName, email }),
              grantedBy: inviter === null ? null : namedInMail(inviter),
              how: "invitation"
            })
          )
        }
      }

      // They are members now, and their organization admits them only through its provider.
      const elsewhere = yield* Effect.option(Effect.flip(accounts.refuseWithoutSso({ orgId, userId })))
      if (Option.isSome(elsewhere)) return elsewhere.value
      if (account.totpEnabled) return Acceptance.Challenged({ token: yield* accounts.challengeFor(account, orgId) })
      const { address, device, userAgent } = input
      const opened = yield* accounts.openSession({ userId, orgId, method: "password", address, userAgent, device })
      return Acceptance.Joined({ user: opened.user, token: opened.token, device: opened.device })
    }, db.transactSystem)

    const attempt = Effect.fnUntraced(function* (input: AcceptInput) {
      const found = yield* repo.findByToken(secrets.hmacs(invitePurpose, input.token), yield* DateTime.now)
      if (Option.isNone(found)) return yield* new InviteInvalid()
      const offer = found.value
      if (offer.suspended) return yield* new OrganisationSuspended()

      const account = yield* accounts
        .proveAccount(offer.email, input.password, input)
        .pipe(Effect.tapErrorTag("LoginFailed", () => recordFailure(offer, input.address)))
      if (Option.isSome(account)) return yield* join(offer, { _tag: "Account", ...account.value }, input)

      if (input.fullName === undefined) return yield* new InvalidRequest({ error: "fullName: is required" })
      // Hashed before the transaction: it takes long, and the organization's row would stay locked.
      const passwordHash = yield* accounts.hashNewPassword(offer.email, input.password)
      return yield* join(offer, { _tag: "Newcomer", fullName: input.fullName.trim(), passwordHash }, input)
    })

    const accept = Effect.fn("InviteAcceptance.accept")(function* (input: AcceptInput) {
      // The loser of a race finds the account on the next lookup.
      return yield* attempt(input).pipe(
        Effect.catchTag("AccountAppeared", () => attempt(input)),
        Effect.catchTag("AccountAppeared", Effect.die),
        Effect.flatMap((outcome) => (outcome instanceof SsoRequired ? Effect.fail(outcome) : Effect.succeed(outcome)))
      )
    })

    return InviteAcceptance.of({ accept })
  })
}
