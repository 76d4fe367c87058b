import { hash, verify } from "@node-rs/argon2"
import type { PasswordRefused } from "@svc/contract/accounts/errors"
import { Context, Effect, Layer, Redacted, Semaphore } from "effect"
import { availableParallelism } from "node:os"
import { Randomness } from "#platform/random"
import { judgePassword } from "./rules.ts"

/** argon2id as OWASP's Password Storage Cheat Sheet recommends it: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

const currentForm = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`

/** The form in which passwords are compared: however a keyboard composes a letter, it is the same one. */
const compared = (password: Redacted.Redacted) => Redacted.value(password).normalize("NFKC")

/** Passwords are kept as argon2id hashes. Half of the cores work on them, so that a wave of sign-ins leaves memory and cores for others. */
export class Passwords extends Context.Service<
  Passwords,
  {
    hash(password: Redacted.Redacted): Effect.Effect<string>
    /** Of a password that somebody with this address chooses; `field` is where they typed it. */
    hashNew(
      password: Redacted.Redacted,
      chosen: { readonly email: string; readonly field: string }
    ): Effect.Effect<string, PasswordRefused>
    /** Takes as long without a hash, and answers false: an unknown account cannot be told by the time it takes. */
    verify(password: Redacted.Redacted, storedHash: string | null): Effect.Effect<boolean>
    /** Whether the hash was made with other parameters than today's. */
    needsRehash(storedHash: string): boolean
  }
>()("svc/accounts/Passwords") {
  static readonly layerNoDeps = Layer.effect(
    Passwords,
    Effect.gen(function* () {
      const randomness = yield* Randomness
      const places = yield* Semaphore.make(Math.max(1, Math.floor(availableParallelism() / 2)))
      const limited = <A>(work: () => Promise<A>) => places.withPermits(1)(Effect.promise(work))

      const nobodys = yield* randomness.token(32).pipe(Effect.flatMap((text) => limited(() => hash(text, parameters))))

      const hashed = (password: Redacted.Redacted) => limited(() => hash(compared(password), parameters))

      return Passwords.of({
        hash: hashed,
        hashNew: (password, { email, field }) =>
          Effect.andThen(Effect.fromResult(judgePassword(password, email, field)), hashed(password)),
        verify: (password, storedHash) =>
          Effect.map(
            limited(() => verify(storedHash ?? nobodys, compared(password))),
            (matches) => matches && storedHash !== null
          ),
        needsRehash: (storedHash) => !storedHash.startsWith(currentForm)
      })
    })
  )
}
