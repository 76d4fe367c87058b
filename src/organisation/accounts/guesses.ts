import type { UserId } from "@svc/contract/kernel/ids"
import { TooManyRequests } from "@svc/contract/kernel/errors"
import { Context, DateTime, Duration, Effect, FiberSet, Redacted } from "effect"
import { addressBlock } from "#access/client-address"
import type { Visitor } from "#access/known-device"
import { RateLimits } from "#access/rate-limits"
import { RetryLater } from "#platform/http/retry-later"
import { Mails } from "#outgoing/mails/service"
import { AppConfig } from "#platform/config/config"
import { Db, type Transaction } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { Secrets } from "#platform/keys/secrets"
import { layerOf } from "#platform/services/layer-of"
import { guessesMail } from "./account-mails.ts"
import type { Standing } from "./hash-queue.ts"
import { KnownSignInsRepo } from "./known-sign-ins-repo.ts"
import { attempts } from "./limits.ts"
import { AccountsRepo } from "./repo.ts"

type Whence = Pick<Visitor, "address" | "device">

/** Whose password is tried: an account, or an address that has none, which is treated alike. */
interface Guessed {
  readonly key: string
  readonly owner: { readonly id: UserId; readonly email: string } | null
}

const freeTries = { limit: 20, windowSeconds: Duration.toSeconds("1 hour") } as const
const slowTries = { limit: 1, windowSeconds: Duration.toSeconds("1 minute") } as const
const warnings = { limit: 1, windowSeconds: Duration.toSeconds("1 day") } as const

/**
 * Login throttling without lockout: after too many wrong passwords, sign-ins from unknown origins are slowed down, but
 * the account is never locked, and known origins are not affected (organisation-22). Counts are in the rate-limit
 * windows, known origins in the database.
 */
export class PasswordGuesses extends Context.Service<
  PasswordGuesses,
  {
    /** By the typed email, compared like the database does, if it has no account. */
    ofAddress(typed: string): Effect.Effect<Guessed>
    ofAccount(owner: { readonly id: UserId; readonly email: string }): Guessed
    /** Before a password is checked. From an unknown origin it counts as wrong until it proves right. */
    admit(guessed: Guessed, visitor: Whence): Effect.Effect<Standing, RetryLater>
    /** Counts a wrong one from a known origin, which `admit` did not count. */
    wrong(guessed: Guessed): Effect.Effect<void>
    /**
     * Remembers the origin of a sign-in; returns the token for the browser's cookie, a new one unless the browser's own
     * is known for this account, because it may have been planted. In a system transaction.
     */
    remember(userId: UserId, visitor: Whence): Effect.Effect<Redacted.Redacted, never, Transaction>
    /** Waits until every warning so far is queued. */
    readonly settled: Effect.Effect<void>
  }
>()("svc/accounts/PasswordGuesses") {
  static readonly layerNoDeps = layerOf(PasswordGuesses, function* () {
    const db = yield* Db
    const repo = yield* KnownSignInsRepo
    const accountsRepo = yield* AccountsRepo
    const limits = yield* RateLimits
    const secrets = yield* Secrets
    const randomness = yield* Randomness
    const mails = yield* Mails
    const { baseUrl } = yield* AppConfig

    const afterwards = yield* FiberSet.make<void>()
    const settled = FiberSet.awaitEmpty(afterwards)
    // Runs before the set is closed, which would cut its fibers off.
    yield* Effect.addFinalizer(() => settled)

    // The account's id is included, so that the table does not show which accounts share an origin.
    const textOf = (userId: string, kind: string, value: string) => `${userId} ${kind} ${value}`
    const digestOf = (userId: string, kind: string, value: string) =>
      secrets.hmac("known-sign-in", textOf(userId, kind, value))
    const digestsOf = (userId: string, kind: string, value: string) =>
      secrets.hmacs("known-sign-in", textOf(userId, kind, value))

    const kindsOf = (userId: UserId | null, { address, device }: Whence) => {
      const whose = userId ?? ""
      return repo.kindsOf({
        userId,
        digests: [
          ...digestsOf(whose, "address", addressBlock(address)),
          ...(device === null ? [] : digestsOf(whose, "device", Redacted.value(device)))
        ]
      })
    }

    /** A cookie may be stolen: after too many tries it no longer counts, wherever it is used. */
    const mayTrust = (device: Redacted.Redacted | null) =>
      device === null
        ? Effect.succeed(false)
        : Effect.map(
            limits.consume(
              `known-device:${secrets.hmac("known-sign-in", Redacted.value(device))}`,
              attempts.limit,
              attempts.windowSeconds
            ),
            ({ allowed }) => allowed
          )

    const warn = Effect.fnUntraced(function* ({ key, owner }: Guessed) {
      const verdict = yield* limits.consume(`guessed-password-mail:${key}`, warnings.limit, warnings.windowSeconds)
      if (!verdict.allowed || owner === null) return yield* accountsRepo.rehearse
      yield* mails.queueTranslated({ orgId: null, to: owner.email, texts: guessesMail(freeTries.limit, baseUrl) })
    }, db.transactSystem)

    // Not waited for: its time would tell which accounts exist.
    const warnLater = (guessed: Guessed) =>
      FiberSet.run(
        afterwards,
        Effect.catchCause(warn(guessed), (cause) => Effect.logError("password guessing warning not sent", cause))
      )

    /** False after too many; then the owner is notified. */
    const count = Effect.fnUntraced(function* (guessed: Guessed) {
      const { key } = guessed
      const { allowed } = yield* limits.consume(`wrong-passwords:${key}`, freeTries.limit, freeTries.windowSeconds)
      if (!allowed) yield* warnLater(guessed)
      return allowed
    })

    const admit = Effect.fn("PasswordGuesses.admit")(function* (guessed: Guessed, visitor: Whence) {
      const kinds = yield* kindsOf(guessed.owner?.id ?? null, visitor)
      if (kinds.includes("address") || (kinds.includes("device") && (yield* mayTrust(visitor.device)))) return "known"
      if (yield* count(guessed)) return "stranger"
      const { allowed, retryAfterSeconds } = yield* limits.consume(
        `slowed-password:${guessed.key}:${addressBlock(visitor.address)}`,
        slowTries.limit,
        slowTries.windowSeconds
      )
      if (allowed) return "stranger"
      return yield* new RetryLater({ status: 429, error: new TooManyRequests().error, retryAfterSeconds })
    })

    const remember = Effect.fn("PasswordGuesses.remember")(function* (userId: UserId, visitor: Whence) {
      const now = yield* DateTime.now
      const kinds = visitor.device === null ? [] : yield* kindsOf(userId, visitor)
      const device =
        visitor.device !== null && kinds.includes("device")
          ? visitor.device
          : Redacted.make(yield* randomness.token(32))
      const places = [
        ["address", addressBlock(visitor.address)],
        ["device", Redacted.value(device)]
      ] as const
      for (const [kind, value] of places) {
        yield* repo.remember({ userId, kind, digest: digestOf(userId, kind, value), now })
      }
      return device
    })

    return PasswordGuesses.of({
      ofAddress: (typed) =>
        Effect.map(accountsRepo.asCompared(typed), (address) => ({
          key: secrets.hmac("limited-address", address),
          owner: null
        })),
      ofAccount: (owner) => ({ key: owner.id, owner }),
      admit,
      wrong: (guessed) => Effect.asVoid(count(guessed)),
      remember,
      settled
    })
  })
}
