import { EmailUnverified, LoginFailed, PasswordRefused } from "@svc/contract/accounts/errors"
import { NewPassword } from "@svc/contract/accounts/schema"
import type { PlanLimitExceeded, PlanLimitReached } from "@svc/contract/kernel/errors"
import { type OrgId, UserId } from "@svc/contract/kernel/ids"
import { OrganisationNotFound } from "@svc/contract/organisations/errors"
import { DateTime, Effect, Option, Redacted, Schema } from "effect"
import type { Visitor } from "#access/known-device"
import type { RetryLater } from "#platform/http/retry-later"
import type { Transaction } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { Challenges } from "./challenges.ts"
import { PasswordGuesses } from "./guesses.ts"
import { Passwords } from "./passwords.ts"
import { AccountsRepo } from "./repo.ts"
import { judgePassword, takeSeat } from "./rules.ts"

export interface ProvedAccount {
  readonly userId: UserId
  /** A second factor is set up, so the password alone opens no session. */
  readonly totpEnabled: boolean
  /** Of the password that was right: a challenge dies when it changes. */
  readonly credentialsVersion: number
}

/** What joining an organization needs from accounts. */
export interface Joining {
  /** The account of this address, compared without case, proved by its password; none when there is no account. */
  proveAccount(
    email: string,
    password: Redacted.Redacted,
    visitor: Visitor
  ): Effect.Effect<Option.Option<ProvedAccount>, LoginFailed | EmailUnverified | RetryLater>
  /** Whether the password that was right is still theirs, and still enough alone; to the end of the transaction. */
  isStillProved(account: ProvedAccount): Effect.Effect<boolean, never, Transaction>
  /** The form in which a new password is kept, if it is one that may be chosen. */
  hashNewPassword(email: string, password: Redacted.Redacted): Effect.Effect<string, PasswordRefused | RetryLater>
  /** An account with a verified email, in a system transaction; none if the email has one by now. */
  insertAccount(account: {
    readonly email: string
    readonly fullName: string
    readonly passwordHash: string
  }): Effect.Effect<Option.Option<UserId>, never, Transaction>
  /** For a caller who has proved their password and still needs a verification code. */
  challengeFor(
    account: Pick<ProvedAccount, "userId" | "credentialsVersion">,
    orgId: OrgId
  ): Effect.Effect<Redacted.Redacted>
  /**
   * A seat in the plan in addition to the members and `promised` others; until the end of the transaction no one else
   * joins.
   */
  claimSeat(
    orgId: OrgId,
    promised: number
  ): Effect.Effect<void, PlanLimitReached | PlanLimitExceeded | OrganisationNotFound, Transaction>
}

const isNewPassword = Schema.is(Schema.toEncoded(NewPassword))

/** The verbs of `Accounts` for joining. */
export const makeJoining = Effect.gen(function* () {
  const repo = yield* AccountsRepo
  const passwords = yield* Passwords
  const guesses = yield* PasswordGuesses
  const challenges = yield* Challenges
  const randomness = yield* Randomness

  const joining: Joining = {
    proveAccount: Effect.fn("Accounts.proveAccount")(function* (email, password, visitor) {
      const found = Option.getOrNull(yield* repo.findForSignIn(email))
      if (found === null) return Option.none()
      const guessed = guesses.ofAccount(found)
      const who = yield* guesses.admit(guessed, visitor)
      if (!(yield* passwords.verify(password, found.password_hash, who))) {
        if (who === "known") yield* guesses.wrong(guessed)
        return yield* new LoginFailed()
      }
      if (found.email_verified_at === null) return yield* new EmailUnverified()
      return Option.some({
        userId: found.id,
        totpEnabled: found.totp_enabled,
        credentialsVersion: found.credentials_version
      })
    }),
    isStillProved: ({ credentialsVersion, userId }) => repo.holdPassword(userId, credentialsVersion),
    hashNewPassword: Effect.fnUntraced(function* (email, password) {
      if (!isNewPassword(Redacted.value(password))) {
        return yield* new PasswordRefused({ error: "password: must be at least 8 characters" })
      }
      yield* Effect.fromResult(judgePassword(password, email, "password"))
      return yield* passwords.hash(password, "stranger")
    }),
    insertAccount: Effect.fnUntraced(function* ({ email, fullName, passwordHash }) {
      const id = UserId.make(yield* randomness.uuid)
      const now = yield* DateTime.now
      const inserted = yield* repo.insertUser({
        id,
        email,
        full_name: fullName,
        password_hash: passwordHash,
        email_verified_at: now,
        created_at: now
      })
      return inserted ? Option.some(id) : Option.none()
    }),
    challengeFor: ({ credentialsVersion, userId }, orgId) =>
      challenges.issue({ userId, orgId, method: "password", credentialsVersion }),
    claimSeat: Effect.fnUntraced(function* (orgId, promised) {
      const seats = yield* repo.lockSeats(orgId)
      if (Option.isNone(seats)) return yield* new OrganisationNotFound()
      yield* Effect.fromResult(takeSeat({ plan: seats.value.plan, members: seats.value.members + promised }))
    })
  }
  return joining
})
