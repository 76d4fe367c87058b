import { hash, verify } from "@node-rs/argon2"
import { Context, Effect, Layer, Redacted, Semaphore } from "effect"
import { Randomness } from "#platform/random"

/** argon2id as OWASP's Password Storage Cheat Sheet recommends it: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

const currentForm = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`

/** The form in which passwords are compared: however a keyboard composes a letter, it is the same one. */
const compared = (password: Redacted.Redacted) => Redacted.value(password).normalize("NFKC")

/** Passwords are kept as argon2id hashes. Two at a time, so that a wave of sign-ins leaves memory and cores for others. */
export class Passwords extends Context.Service<
  Passwords,
  {
    hash(password: Redacted.Redacted): Effect.Effect<string>
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
      const twoAtATime = yield* Semaphore.make(2)
      const limited = <A>(work: () => Promise<A>) => twoAtATime.withPermits(1)(Effect.promise(work))

      const nobodys = yield* randomness.token(32).pipe(Effect.flatMap((text) => limited(() => hash(text, parameters))))

      return Passwords.of({
        hash: (password) => limited(() => hash(compared(password), parameters)),
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
