import { Effect, Option, Result, Schema } from "effect"
import type { VendorReads, VendorUnanswered } from "#connections/vendors/protocol/calls"
import type { GivenBack } from "#connections/vendors/protocol/entitlements"
import { type GithubOrg, loginIn } from "#connections/vendors/github/api"
import { byHand, unlooked } from "#connections/vendors/protocol/giving-back"
import { type Hidden, hidden, hiddenBy } from "#connections/vendors/protocol/left-behind"
import { toShow } from "./memberships.ts"

const readUser = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ id: Schema.Int, login: Schema.String }))
)

interface User {
  readonly id: number
  readonly login: string
}

export const userAt = (calls: VendorReads, { api, headers }: GithubOrg, path: string) =>
  Effect.map(calls.read({ url: `${api}${path}`, headers }), (answer): Result.Result<Option.Option<User>, Hidden> => {
    if (answer.status === 404) return Result.succeed(Option.none())
    if (answer.status >= 300) return Result.fail(hiddenBy(toShow, answer))
    const user = readUser(answer.body)
    return Option.isSome(user) ? Result.succeed(user) : hidden("GitHub's answer could not be read", answer.status)
  })

const another = byHand("The GitHub account that held it no longer exists under its former username")

/**
 * Current username of an account id. Usernames change and can be reassigned: nothing is restored to a username with
 * another id.
 */
export const loginNow = Effect.fnUntraced(function* (
  calls: VendorReads,
  github: GithubOrg,
  { id, login }: { readonly id: string; readonly login: string }
): Effect.fn.Return<Result.Result<string, GivenBack>, VendorUnanswered> {
  const known = loginIn(login)
  if (Option.isNone(known) || !/^\d{1,20}$/.test(id)) return Result.fail(another)
  for (const path of [`/users/${encodeURIComponent(known.value)}`, `/user/${id}`]) {
    const user = yield* userAt(calls, github, path)
    if (Result.isFailure(user)) return Result.fail(unlooked(user.failure))
    const own = Option.filter(user.success, (shown) => String(shown.id) === id)
    if (Option.isSome(own)) return Result.succeed(own.value.login)
  }
  return Result.fail(another)
})
