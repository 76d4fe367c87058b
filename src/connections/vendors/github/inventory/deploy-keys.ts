import { Clock, Effect, Option, Result, Schema } from "effect"
import { type GithubOrg, isThrottled, same } from "#connections/vendors/github/api"
import type { VendorReads } from "#connections/vendors/protocol/calls"
import type { LeftBehind } from "#connections/vendors/protocol/inventory"
import { type Hidden, hidden, hiddenBy, type Source } from "#connections/vendors/protocol/left-behind"
import { cleaned } from "#connections/vendors/protocol/outcome"
import { elementsIn, listAt, nextPage, showing } from "./lists.ts"
import { momentIn } from "./moments.ts"

/** Limits of one scan: repositories, concurrency, time, and refusals before it gives up on the rest. */
const limits = { repositories: 1000, atOnce: 4, milliseconds: 20_000, refusals: 8 }

const needed = showing(
  'an owner\'s token with the scope repo, or a GitHub App with "Administration: read" on all repositories'
)

const maybe = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

const Key = Schema.Struct({
  id: Schema.Int,
  title: maybe(Schema.String),
  read_only: maybe(Schema.Boolean),
  added_by: maybe(Schema.String),
  last_used: maybe(Schema.String)
})
type Key = typeof Key.Type

const readKeys = elementsIn(Key)
const readRepositories = elementsIn(Schema.Struct({ name: Schema.String }))
const readOrganisation = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ public_repos: Schema.Int, total_private_repos: Schema.Int }))
)
const readInstallation = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ repository_selection: Schema.String }))
)

// It becomes a part of an address.
const isName = (name: string) => /^[\w.-]{1,100}$/.test(name) && name !== "." && name !== ".."

const shown = (repository: string, key: Key, org: string): LeftBehind => ({
  kind: "deploy_key",
  externalId: `${repository}:${key.id}`,
  label: cleaned(`Deploy key "${key.title ?? key.id}" of the repository ${org}/${repository}`),
  risk: "high",
  privileges: [key.read_only === true ? "read" : "read and write"],
  lastUsedAt: momentIn(key.last_used),
  // It belongs to the repository, and production may use it: a person has to check first.
  closing: "by_hand",
  stopsTheCut: null
})

type Read =
  | { readonly _tag: "Keys"; readonly items: ReadonlyArray<LeftBehind> }
  | { readonly _tag: "Refused" }
  | { readonly _tag: "Later"; readonly why: Hidden }

const keysOf = Effect.fnUntraced(function* (calls: VendorReads, github: GithubOrg, name: string, login: string) {
  const url = `${github.api}/repos/${github.org}/${encodeURIComponent(name)}/keys?per_page=100`
  const answer = yield* calls.read({ url, headers: github.headers })
  if (isThrottled(answer) || answer.status >= 500)
    return { _tag: "Later", why: hiddenBy(needed, answer) } satisfies Read
  const keys = answer.status >= 300 ? Option.none() : readKeys(answer.body)
  if (Option.isNone(keys) || Option.isSome(nextPage(answer, url))) return { _tag: "Refused" } satisfies Read
  const own = keys.value.filter(({ added_by }) => typeof added_by === "string" && same(added_by, login))
  return { _tag: "Keys", items: own.map((key) => shown(name, key, github.org)) } satisfies Read
})

/** Whether the token sees every repository: one that it does not see may hold a key. */
const seesAll = Effect.fnUntraced(function* (calls: VendorReads, { api, headers, org }: GithubOrg, listed: number) {
  const answer = yield* calls.read({ url: `${api}/orgs/${org}`, headers })
  const counts = answer.status < 300 ? readOrganisation(answer.body) : Option.none()
  if (Option.isSome(counts)) return listed >= counts.value.public_repos + counts.value.total_private_repos
  const scopes = answer.headers["x-oauth-scopes"]
  if (scopes !== undefined && scopes !== "") return scopes.split(/\s*,\s*/).includes("repo")
  const installed = yield* calls.read({ url: `${api}/installation/repositories?per_page=1`, headers })
  const installation = installed.status < 300 ? readInstallation(installed.body) : Option.none()
  return Option.exists(installation, ({ repository_selection }) => repository_selection === "all")
})

const partly = (read: number, total: number, hasMore: boolean) => {
  const of = read === total ? `${read} repositories, not all of them` : `${read} of ${total} repositories`
  return hasMore
    ? `A scan reads the deploy keys of at most ${of}. Check the others in their settings`
    : `GitHub showed the deploy keys of ${of}. The connection needs ${needed.needs}`
}

/** Deploy keys that the leaver added, over all repositories; they stay when the person goes. */
export const deployKeys = Effect.fnUntraced(function* (calls: VendorReads, github: GithubOrg, login: string) {
  const kind = "deploy_key" as const
  const repositories = yield* listAt(
    calls,
    github,
    `/orgs/${github.org}/repos?type=all&per_page=100`,
    readRepositories,
    needed
  )
  if (Result.isFailure(repositories)) return [{ kind, shown: Result.fail(repositories.failure) }]
  const total = repositories.success.length
  const asked = repositories.success
    .map(({ name }) => name)
    .filter(isName)
    .slice(0, limits.repositories)
  const until = (yield* Clock.currentTimeMillis) + limits.milliseconds
  const items: Array<LeftBehind> = []
  let read = 0
  let at = 0
  const goesOn = (now: number) => at < asked.length && now < until && (read > 0 || at < limits.refusals)
  while (goesOn(yield* Clock.currentTimeMillis)) {
    const answers: ReadonlyArray<Read> = yield* Effect.forEach(
      asked.slice(at, at + limits.atOnce),
      (name) => keysOf(calls, github, name, login),
      { concurrency: limits.atOnce }
    )
    const later = answers.find((one) => one._tag === "Later")
    if (later !== undefined) return [{ kind, shown: Result.fail(later.why) }]
    const shown = answers.flatMap((one) => (one._tag === "Keys" ? [one.items] : []))
    items.push(...shown.flat())
    read += shown.length
    at += answers.length
  }
  const isWhole = read === total && (yield* seesAll(calls, github, total))
  const sources: Array<Source> = []
  if (isWhole || read > 0) sources.push({ kind, shown: Result.succeed(items) })
  if (!isWhole) sources.push({ kind, shown: hidden(partly(read, total, read > 0 && at < total)) })
  return sources
})
