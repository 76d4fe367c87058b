import { hash, verify } from "@node-rs/argon2"
import type { PasswordRefused } from "@svc/contract/accounts/errors"
import { Context, Effect, Redacted } from "effect"
import type { RetryLater } from "#platform/http/retry-later"
import { layerOf } from "#platform/services/layer-of"
import { HashBounds, makeHashQueue, type Standing } from "./hash-queue.ts"
import { judgePassword } from "./rules.ts"

/** What a hash costs who makes it, and who guesses: KiB of memory, and passes over it. */
export const HashCost = Context.Reference<{ readonly memoryCost: number; readonly timeCost: number }>(
  "svc/accounts/HashCost",
  // argon2id as OWASP's Password Storage Cheat Sheet recommends it: 19 MiB, two passes, one lane.
  { defaultValue: () => ({ memoryCost: 19_456, timeCost: 2 }) }
)

/** The form in which passwords are compared: however a keyboard composes a letter, it is the same one. */
const compared = (password: Redacted.Redacted) => Redacted.value(password).normalize("NFKC")

/** Passwords are kept as argon2id hashes. While too much of that work waits it is refused (503), strangers first. */
export class Passwords extends Context.Service<
  Passwords,
  {
    hash(password: Redacted.Redacted, who: Standing): Effect.Effect<string, RetryLater>
    /** A password that the owner of this email chooses; `field` is its form field. */
    hashNew(
      password: Redacted.Redacted,
      chosen: { readonly email: string; readonly field: string; readonly who: Standing }
    ): Effect.Effect<string, PasswordRefused | RetryLater>
    /** Takes equally long without a hash, and returns false: timing does not reveal an unknown account. */
    verify(password: Redacted.Redacted, storedHash: string | null, who: Standing): Effect.Effect<boolean, RetryLater>
    /** Whether the hash was made with other parameters than today's. */
    needsRehash(storedHash: string): boolean
  }
>()("svc/accounts/Passwords") {
  static readonly layerNoDeps = layerOf(Passwords, function* () {
    const queue = makeHashQueue(yield* HashBounds)
    const { memoryCost, timeCost } = yield* HashCost
    const parameters = { memoryCost, timeCost, parallelism: 1 } as const
    const currentForm = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$`
    /** Compared like any other and belongs to no account: a match is refused anyway. */
    const nobodys = `${currentForm}${"A".repeat(22)}$${"A".repeat(43)}`
    const limited = <A>(who: Standing, work: () => Promise<A>) => queue.run(who, Effect.promise(work))

    const hashed = (password: Redacted.Redacted, who: Standing) =>
      limited(who, () => hash(compared(password), parameters))

    return Passwords.of({
      hash: hashed,
      hashNew: (password, { email, field, who }) =>
        Effect.andThen(Effect.fromResult(judgePassword(password, email, field)), hashed(password, who)),
      verify: (password, storedHash, who) =>
        Effect.map(
          limited(who, () => verify(storedHash ?? nobodys, compared(password))),
          (matches) => matches && storedHash !== null
        ),
      needsRehash: (storedHash) => !storedHash.startsWith(currentForm)
    })
  })
}
