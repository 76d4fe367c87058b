import { StepUpFailed } from "@svc/contract/accounts/errors"
import {
  PasswordNotSet,
  TwoFactorCodeWrong,
  TwoFactorNotSetUp,
  TwoFactorOff,
  TwoFactorOfOthers,
  TwoFactorOn
} from "@svc/contract/accounts/two-factor-errors"
import type { RecoveryCodes, TwoFactorEnabled, TwoFactorSecret } from "@svc/contract/accounts/two-factor-schema"
import { Caller } from "@svc/contract/kernel/access"
import { Clock, Context, DateTime, Effect, Option, Redacted } from "effect"
import { auditText } from "#audit/record/text"
import type { RetryLater } from "#platform/http/retry-later"
import { Mails } from "#outgoing/mails/service"
import { AppConfig } from "#platform/config/config"
import { Db, type Transaction } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { boundTo, Secrets } from "#platform/keys/secrets"
import { layerOf } from "#platform/services/layer-of"
import { AccountLog } from "./account-log.ts"
import { PasswordGuesses } from "./guesses.ts"
import { Passwords } from "./passwords.ts"
import {
  readCode,
  recoveryCode,
  recoveryCodeBytes,
  recoveryCodeCount,
  secretBytes,
  sharedSecret,
  stepOf
} from "./two-factor-rules.ts"
import { type Account, TwoFactorRepo } from "./two-factor-repo.ts"
import { type Happening, twoFactorMail } from "./account-mails.ts"
import { UserSessionsRepo } from "./user-sessions-repo.ts"

/** What a signed-in user shows to prove that it is them. */
export interface Proof {
  readonly password: Redacted.Redacted
  /** Needed where the second factor is on. */
  readonly code?: Redacted.Redacted | undefined
}

/** A second factor (RFC 6238, TOTP) with recovery codes, and what it takes to prove once more who is there. */
export class TwoFactor extends Context.Service<
  TwoFactor,
  {
    /** A new secret, which replaces one that was not switched on. */
    readonly setUp: Effect.Effect<TwoFactorSecret, TwoFactorOn | TwoFactorOfOthers, Caller>
    /** From now on sign-in requires a code. Ends the user's other sessions, in every organization. */
    enable(
      code: Redacted.Redacted
    ): Effect.Effect<TwoFactorEnabled, TwoFactorOn | TwoFactorOfOthers | TwoFactorNotSetUp | TwoFactorCodeWrong, Caller>
    disable(proof: Proof): Effect.Effect<void, RetryLater | TwoFactorOff | StepUpFailed | PasswordNotSet, Caller>
    /** Ten new ones; the previous ones are void. */
    renewRecoveryCodes(
      proof: Proof
    ): Effect.Effect<RecoveryCodes, RetryLater | TwoFactorOff | StepUpFailed | PasswordNotSet, Caller>
    /**
     * Makes the change if the password is right and, with two-factor authentication on, the code, which is used up. An
     * account without a password proves itself by the code alone, but not in the session that turned it on: its holder
     * would prove themselves by what they made (organisation-35).
     */
    prove<A, E>(
      proof: Proof,
      change: (account: Account) => Effect.Effect<A, E, Transaction>
    ): Effect.Effect<A, E | RetryLater | StepUpFailed | PasswordNotSet, Caller>
    /**
     * Uses up a code of the app or a recovery code; false if it is not one of the account's, or was used. The account
     * must come from `TwoFactorRepo.lockAccount` in this transaction.
     */
    redeem(account: Account, code: Redacted.Redacted): Effect.Effect<boolean, never, Transaction>
  }
>()("svc/accounts/TwoFactor") {
  static readonly layerNoDeps = layerOf(TwoFactor, function* () {
    const db = yield* Db
    const repo = yield* TwoFactorRepo
    const passwords = yield* Passwords
    const guesses = yield* PasswordGuesses
    const secrets = yield* Secrets
    const randomness = yield* Randomness
    const log = yield* AccountLog
    const users = yield* UserSessionsRepo
    const mails = yield* Mails
    const { baseUrl } = yield* AppConfig

    const place = ({ id }: Account) => boundTo({ orgId: null, table: "second_factors", column: "secret", rowId: id })

    const digestInput = ({ id }: Account, text: string) => `${id}:${text}`

    const signedIn = Effect.gen(function* () {
      const { session, userId } = yield* Caller
      if (userId === null || session === null) return yield* Effect.die("This verb needs a session")
      return { userId, sessionId: session.id, vouchedForOne: session.method === "saml" }
    })

    const lockCaller = Effect.gen(function* () {
      const { userId } = yield* signedIn
      return yield* Effect.orDie(Effect.flatMap(repo.lockAccount(userId), Effect.fromOption))
    })

    /** The account whose second factor is still off, held; never one that the session cannot answer for. */
    const lockWhileOff = Effect.gen(function* () {
      const { vouchedForOne } = yield* signedIn
      const account = yield* lockCaller
      if (vouchedForOne && (yield* users.organisationsOf(account.id)).length > 1) return yield* new TwoFactorOfOthers()
      if (account.totp_enabled) return yield* new TwoFactorOn()
      return account
    })

    /** In the log of every organization of the user, because the account is shared, and by email to the user. */
    const tell = Effect.fnUntraced(function* (account: Account, happening: Happening) {
      yield* log.recordEverywhere({ action: happening.action, user: account, details: () => auditText`` })
      yield* mails.queueTranslated({ orgId: null, to: account.email, texts: twoFactorMail(happening, baseUrl) })
    })

    /** The time step of this code; null if it is not valid now. */
    const stepOfCode = Effect.fnUntraced(function* (account: Account, digits: string) {
      const sealed = yield* repo.findSecret(account.id)
      if (Option.isNone(sealed)) return null
      const secret = yield* Effect.orDie(secrets.open(sealed.value, place(account)))
      return stepOf(Redacted.value(secret), digits, yield* Clock.currentTimeMillis)
    })

    const takeAppCode = Effect.fnUntraced(function* (account: Account, digits: string) {
      const step = yield* stepOfCode(account, digits)
      return step !== null && (yield* repo.takeStep(account.id, step))
    })

    const takeRecoveryCode = Effect.fnUntraced(function* (account: Account, text: string) {
      const digests = secrets.hmacs("recovery-code", digestInput(account, text))
      const left = yield* repo.takeRecoveryCode(account.id, digests)
      if (Option.isNone(left)) return false
      yield* tell(account, { action: "two_factor_recovery_used", left: left.value })
      return true
    })

    const redeem = Effect.fn("TwoFactor.redeem")(function* (account: Account, typed: Redacted.Redacted) {
      const code = readCode(Redacted.value(typed))
      if (code === null || !account.totp_enabled) return false
      return code._tag === "App"
        ? yield* takeAppCode(account, code.digits)
        : yield* takeRecoveryCode(account, code.text)
    })

    const prove = Effect.fn("TwoFactor.prove")(function* <A, E>(
      { code, password }: Proof,
      change: (account: Account) => Effect.Effect<A, E, Transaction>
    ) {
      const { sessionId, userId } = yield* signedIn
      const before = yield* Effect.orDie(Effect.flatMap(repo.findAccount(userId), Effect.fromOption))
      if (before.password_hash === null && !before.totp_enabled) return yield* new PasswordNotSet()
      // Compared before the transaction, because it takes long; the version shows whether it has changed since.
      const matches = yield* passwords.verify(password, before.password_hash, "known")
      if (!matches && before.password_hash !== null) {
        yield* guesses.wrong(guesses.ofAccount(before))
        return yield* new StepUpFailed()
      }
      return yield* db.transactSystem(
        Effect.gen(function* () {
          const account = yield* lockCaller
          if (account.credentials_version !== before.credentials_version) return yield* new StepUpFailed()
          const proved = account.totp_enabled
            ? code !== undefined && (yield* redeem(account, code))
            : account.password_hash !== null
          if (!proved) return yield* new StepUpFailed()
          if (account.password_hash === null && (yield* repo.wasEnabledBy(account.id, sessionId))) {
            return yield* new PasswordNotSet()
          }
          return yield* change(account)
        })
      )
    })

    const newRecoveryCodes = Effect.fnUntraced(function* (account: Account) {
      const codes = yield* Effect.replicateEffect(
        Effect.map(randomness.bytes(recoveryCodeBytes), recoveryCode),
        recoveryCodeCount
      )
      yield* repo.putRecoveryCodes(
        account.id,
        codes.map((code) => secrets.hmac("recovery-code", digestInput(account, code.replaceAll("-", ""))))
      )
      return codes
    })

    const setUp = Effect.gen(function* () {
      const account = yield* lockWhileOff
      const shared = sharedSecret(yield* randomness.bytes(secretBytes), account.email)
      yield* repo.putSecret({
        user_id: account.id,
        secret: yield* secrets.seal(shared.secret, place(account)),
        created_at: yield* DateTime.now
      })
      return shared
    }).pipe(db.transactSystem, Effect.withSpan("TwoFactor.setUp"))

    const enable = Effect.fn("TwoFactor.enable")(function* (typed: Redacted.Redacted) {
      const { sessionId } = yield* signedIn
      const account = yield* lockWhileOff
      if (Option.isNone(yield* repo.findSecret(account.id))) return yield* new TwoFactorNotSetUp()
      const code = readCode(Redacted.value(typed))
      // Not used up: it opens nothing here, and the next sign-in would have to wait for another.
      if (code?._tag !== "App" || (yield* stepOfCode(account, code.digits)) === null) {
        return yield* new TwoFactorCodeWrong()
      }
      yield* repo.setEnabled(account.id, sessionId)
      yield* repo.endOtherSessions(account.id, sessionId, yield* DateTime.now)
      const codes = yield* newRecoveryCodes(account)
      yield* tell(account, { action: "two_factor_enabled" })
      return { enabled: true as const, recovery_codes: codes }
    }, db.transactSystem)

    const whileOn =
      <A>(change: (account: Account) => Effect.Effect<A, never, Transaction>) =>
      (account: Account): Effect.Effect<A, TwoFactorOff, Transaction> =>
        account.totp_enabled ? change(account) : Effect.fail(new TwoFactorOff())

    const disable = Effect.fn("TwoFactor.disable")((proof: Proof) =>
      prove(
        proof,
        whileOn(
          Effect.fnUntraced(function* (account) {
            yield* repo.setEnabled(account.id, null)
            yield* repo.forget(account.id)
            yield* tell(account, { action: "two_factor_disabled" })
          })
        )
      )
    )

    const renewRecoveryCodes = Effect.fn("TwoFactor.renewRecoveryCodes")((proof: Proof) =>
      prove(
        proof,
        whileOn(
          Effect.fnUntraced(function* (account) {
            const codes = yield* newRecoveryCodes(account)
            yield* tell(account, { action: "two_factor_recovery_codes_renewed" })
            return { recovery_codes: codes }
          })
        )
      )
    )

    return TwoFactor.of({ setUp, enable, disable, renewRecoveryCodes, prove, redeem })
  })
}
