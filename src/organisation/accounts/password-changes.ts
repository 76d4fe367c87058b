import type { AuditAction } from "@svc/contract/audit/actions"
import { AccountNotFound, CurrentPasswordWrong, LinkInvalid, PasswordRefused } from "@svc/contract/accounts/errors"
import { type ChangePassword, PasswordLink } from "@svc/contract/accounts/schema"
import { Caller } from "@svc/contract/kernel/access"
import { Unauthenticated } from "@svc/contract/kernel/errors"
import { Context, DateTime, Duration, Effect, FiberSet, Option, type Redacted } from "effect"
import type { Visitor } from "#access/known-device"
import { RateLimits } from "#access/rate-limits"
import type { RetryLater } from "#platform/http/retry-later"
import { auditText, personal } from "#audit/record/text"
import { Mails } from "#outgoing/mails/service"
import { AppConfig } from "#platform/config/config"
import { Db } from "#platform/database/db"
import { Secrets } from "#platform/keys/secrets"
import { layerOf } from "#platform/services/layer-of"
import { passwordChangedMail, passwordResetMail } from "./account-mails.ts"
import { AccountLog } from "./account-log.ts"
import { PasswordGuesses } from "./guesses.ts"
import { KnownSignInsRepo } from "./known-sign-ins-repo.ts"
import { MailedLinks } from "./mailed-links.ts"
import { type Owner, PasswordRepo } from "./password-repo.ts"
import { Passwords } from "./passwords.ts"
import { AccountsRepo } from "./repo.ts"
import { operatorLinkLifetime, passwordResetLifetime } from "./rules.ts"
import { Accounts, type IssuedSession } from "./service.ts"
import { UserSessionsRepo } from "./user-sessions-repo.ts"

const purpose = "reset-password"

/** Mails to one address; what is over is not told, and not sent. */
const mailsPerAddress = { limit: 3, windowSeconds: Duration.toSeconds("1 hour") } as const

/** Passwords that were forgotten, and those that are replaced. */
export class PasswordChanges extends Context.Service<
  PasswordChanges,
  {
    /** Mails a link to an address that has an account. Returns before that is known, so neither it nor its time tells. */
    forgot(input: { readonly email: string; readonly address: string }): Effect.Effect<void>
    /** As `forgot`, for the operator to hand over: nothing is mailed. */
    link(email: string): Effect.Effect<PasswordLink, AccountNotFound>
    /** Ends all sessions of the user, in every organization, without a new sign-in. */
    reset(input: {
      readonly token: Redacted.Redacted
      readonly password: Redacted.Redacted
      readonly address: string
    }): Effect.Effect<void, LinkInvalid | PasswordRefused | RetryLater>
    /** Ends all sessions of the user; answers the one that takes the place of the caller's, and the browser's token. */
    change(
      input: ChangePassword & Visitor
    ): Effect.Effect<
      IssuedSession & { readonly device: Redacted.Redacted | null },
      CurrentPasswordWrong | PasswordRefused | RetryLater | Unauthenticated,
      Caller
    >
    /** Waits until every link that was asked for so far is queued. */
    readonly settled: Effect.Effect<void>
  }
>()("svc/accounts/PasswordChanges") {
  static readonly layerNoDeps = layerOf(PasswordChanges, function* () {
    const db = yield* Db
    const repo = yield* PasswordRepo
    const accountsRepo = yield* AccountsRepo
    const sessionsRepo = yield* UserSessionsRepo
    const accounts = yield* Accounts
    const passwords = yield* Passwords
    const guesses = yield* PasswordGuesses
    const knownSignIns = yield* KnownSignInsRepo
    const links = yield* MailedLinks
    const limits = yield* RateLimits
    const secrets = yield* Secrets
    const mails = yield* Mails
    const { baseUrl } = yield* AppConfig
    const log = yield* AccountLog

    const afterwards = yield* FiberSet.make<void>()
    const settled = FiberSet.awaitEmpty(afterwards)
    // Runs before the set is closed, which would cut its fibers off.
    yield* Effect.addFinalizer(() => settled)

    const putLink = Effect.fnUntraced(function* (user: Owner, lifetime: Duration.Duration) {
      const { digest, url } = yield* links.make(purpose)
      const now = yield* DateTime.now
      const expires = DateTime.addDuration(now, lifetime)
      yield* repo.putReset({ user_id: user.id, token_digest: digest, created_at: now, expires_at: expires })
      return new PasswordLink({ url, expires_at: expires })
    })

    const sendLink = Effect.fn("PasswordChanges.sendLink")(function* (user: Owner, address: string) {
      const { url } = yield* putLink(user, passwordResetLifetime)
      yield* mails.queueTranslated({ orgId: null, to: user.email, texts: passwordResetMail(url) })
      yield* log.recordEverywhere({
        action: "password_reset_requested",
        user,
        details: (key) => auditText`address: ${personal(key, address)}`
      })
    }, db.transactSystem)

    const handOut = Effect.fnUntraced(function* (user: Owner) {
      const link = yield* putLink(user, operatorLinkLifetime)
      yield* log.recordEverywhere({
        action: "password_reset_requested",
        user,
        details: () => auditText`a link for the operator of the service to hand over`
      })
      return link
    }, db.transactSystem)

    const link = Effect.fn("PasswordChanges.link")(function* (email: string) {
      const user = yield* repo.findByEmail(email)
      if (Option.isNone(user)) return yield* new AccountNotFound()
      return yield* handOut(user.value)
    })

    const sendLinkIfKnown = Effect.fnUntraced(function* (email: string, address: string) {
      const user = yield* repo.findByEmail(email)
      // By account: the database treats more spellings as one email than our lower-casing.
      const whose = Option.match(user, {
        onNone: () => secrets.hmac("limited-address", email),
        onSome: ({ id }) => id
      })
      const verdict = yield* limits.consume(
        `forgot-password-of:${whose}`,
        mailsPerAddress.limit,
        mailsPerAddress.windowSeconds
      )
      if (Option.isNone(user) || !verdict.allowed) return yield* db.transactSystem(accountsRepo.rehearse)
      yield* sendLink(user.value, address)
    })

    const forgot: PasswordChanges["Service"]["forgot"] = Effect.fn("PasswordChanges.forgot")(function* (input) {
      yield* FiberSet.run(
        afterwards,
        sendLinkIfKnown(input.email.trim(), input.address).pipe(
          Effect.catchCause((cause) => Effect.logError("password reset link not sent", cause))
        )
      )
    })

    /** What every replaced password brings with it. */
    const changed = Effect.fnUntraced(function* (user: Owner, action: AuditAction, address: string) {
      yield* sessionsRepo.endAll({ userId: user.id, now: yield* DateTime.now })
      yield* repo.removeReset(user.id)
      // An intruder with the former password may have signed in from there.
      yield* knownSignIns.forgetAll(user.id)
      yield* log.recordEverywhere({ action, user, details: (key) => auditText`address: ${personal(key, address)}` })
      yield* mails.queueTranslated({ orgId: null, to: user.email, texts: passwordChangedMail(baseUrl) })
    })

    const reset: PasswordChanges["Service"]["reset"] = Effect.fn("PasswordChanges.reset")(function* (input) {
      const digests = links.digestsOf(purpose, input.token)
      const asked = yield* repo.findReset({ digests, now: yield* DateTime.now })
      if (Option.isNone(asked)) return yield* new LinkInvalid()
      // Hashed before the link is used up: a refused password can be followed by a better one.
      const passwordHash = yield* passwords.hashNew(input.password, {
        email: asked.value.email,
        field: "password",
        who: "known"
      })
      yield* db.transactSystem(
        Effect.gen(function* () {
          const now = yield* DateTime.now
          // The user's row first, as every change of the credentials does: so none waits for another in a circle.
          yield* repo.resetPassword({ id: asked.value.id, passwordHash, now })
          const user = Option.getOrUndefined(yield* repo.takeReset({ digests, now }))
          if (user === undefined) return yield* new LinkInvalid()
          yield* changed(user, "password_reset", input.address)
        })
      )
    })

    const change: PasswordChanges["Service"]["change"] = Effect.fn("PasswordChanges.change")(function* (input) {
      const { orgId, session, userId } = yield* Caller
      if (userId === null || session === null) return yield* Effect.die("This verb needs a session")
      const { credentials_version: version, email, password_hash: current } = yield* repo.credentialsOf(userId)
      if (!(yield* passwords.verify(input.currentPassword, current, "known"))) {
        yield* guesses.wrong(guesses.ofAccount({ id: userId, email }))
        return yield* new CurrentPasswordWrong()
      }
      if (yield* passwords.verify(input.newPassword, current, "known")) {
        return yield* new PasswordRefused({ error: "newPassword: must differ from the current password" })
      }
      const passwordHash = yield* passwords.hashNew(input.newPassword, { email, field: "newPassword", who: "known" })
      return yield* db.transactSystem(
        Effect.gen(function* () {
          const replaced = yield* repo.changePassword({ id: userId, passwordHash, version })
          if (!replaced) return yield* new CurrentPasswordWrong()
          // It may have been ended since the request came in: what ended it must not be undone.
          const ended = yield* sessionsRepo.end({ id: session.id, userId, orgId, now: yield* DateTime.now })
          if (Option.isNone(ended)) return yield* new Unauthenticated()
          yield* changed({ id: userId, email }, "password_changed", input.address)
          const { address, userAgent } = input
          const { method } = session
          const device = method === "saml" ? null : yield* guesses.remember(userId, input)
          const renewed = yield* accounts.renewSession({ userId, orgId, method, address, userAgent, device })
          return { ...renewed, device }
        })
      )
    })

    return PasswordChanges.of({ forgot, link, reset, change, settled })
  })
}
