import { Effect, Option } from "effect"
import type { VendorAnswer, VendorUnanswered } from "./calls.ts"
import type { SigningFailed } from "./signing-provider.ts"

/** Headers that authenticate a call, and how to renew them. */
interface SigningCredential {
  readonly headers: Effect.Effect<Readonly<Record<string, string>>, SigningFailed>
  readonly renewed: Option.Option<Effect.Effect<Readonly<Record<string, string>>, SigningFailed>>
}

/** One call with the credential; the provider that refuses it is asked once more with a renewed one. */
export const signedIn = <Answer extends VendorAnswer>(
  { headers, renewed }: SigningCredential,
  call: (headers: Readonly<Record<string, string>>) => Effect.Effect<Answer, VendorUnanswered>
): Effect.Effect<Answer, VendorUnanswered | SigningFailed> =>
  Effect.gen(function* () {
    const answer = yield* call(yield* headers)
    if (answer.status !== 401 || Option.isNone(renewed)) return answer
    return yield* call(yield* renewed.value)
  })
