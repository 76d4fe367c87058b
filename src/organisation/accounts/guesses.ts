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
 * How often the password of an account may be guessed: who comes from somewhere new is slowed down once there were too
 * many wrong ones, but nobody is ever locked out, and whoever signed in from there before is not
 * hindered (organisation-22).
 */
export class PasswordGuesses extends Context.Service<
  PasswordGuesses,
  {
    /** By the address that somebody typed, compared as the database does, where there is no account of it. */
    ofAddress(typed: string): Effect.Effect<Guessed>
    ofAccount(owner: { readonly id: UserId; readonly email: string }): Guessed
    /** Before a password is looked at. From somewhere new it counts as a wrong one until then. */
    admit(guessed: Guessed, visitor: Whence): Effect.Effect<Standing, RetryLater>
    /** Counts a wrong one of somebody known, which `admit` did not. */
    wrong(guessed: Guessed): Effect.Effect<void>
    /**
     * Remembers whence somebody has signed in; answers the token for the browser's cookie, a new one unless the visitor's
     * own is known for this account, for it may have been planted. In a transaction of the system.
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

    // The account's id is in it, so that nobody can tell from the table who signs in from the same place.
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

    /** A cookie may be stolen: with one too many tries it counts no more, wherever it is shown. */
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

    /** False once there are too many; then the owner is told. */
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
