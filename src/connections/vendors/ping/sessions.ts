import { Effect, Option, Schema } from "effect"
import type { VendorCalls, VendorReads, VendorRequest } from "#connections/vendors/protocol/connector"
import { statusText } from "#connections/vendors/protocol/outcome"
import { aside, type OptionalStep } from "#connections/vendors/protocol/read-back"
import { maybeNumber, reader } from "#connections/vendors/protocol/vendor-json"

/** Where an account's sessions are. */
interface SessionRoutes {
  readonly sessions: VendorRequest
  readonly session: (id: string) => VendorRequest
}

const sessionsPageIn = reader(
  Schema.Struct({
    _embedded: Schema.optionalKey(
      Schema.Struct({ sessions: Schema.optionalKey(Schema.Array(Schema.Struct({ id: Schema.String }))) })
    ),
    size: maybeNumber
  })
)

/** What a page lists. One that lists nothing has to say so, or it could be any answer. */
export const listed = <Item>(items: ReadonlyArray<Item> | undefined, size: number | null | undefined) =>
  Option.orElse(Option.fromUndefinedOr(items), () =>
    size === 0 ? Option.some<ReadonlyArray<Item>>([]) : Option.none()
  )

/** The user's own representation and that of its `enabled` alone have the flag in the same place. */
/** Open sessions; or, in words, why that is unknown. */
export const sessionsOf = (calls: VendorReads, routes: SessionRoutes) =>
  Effect.match(calls.read(routes.sessions), {
    onFailure: ({ message }) => ({ ids: Option.none<ReadonlyArray<string>>(), why: message }),
    onSuccess: ({ body, status }) => ({
      ids: Option.map(
        Option.flatMap(status < 300 ? sessionsPageIn(body) : Option.none(), ({ _embedded, size }) =>
          listed(_embedded?.sessions, size)
        ),
        (sessions) => sessions.map(({ id }) => id)
      ),
      why: statusText(status)
    })
  })

/** Ends every open session, a few at a time so that one without an answer keeps none of the others waiting. */
export const endSessions = Effect.fnUntraced(function* (calls: VendorCalls, routes: SessionRoutes) {
  const { ids, why } = yield* sessionsOf(calls, routes)
  if (Option.isNone(ids)) return { done: false, why } satisfies OptionalStep
  const ends = yield* Effect.forEach(
    ids.value,
    (id) => aside(calls.write({ ...routes.session(id), method: "DELETE", body: "" })),
    { concurrency: 4 }
  )
  return ends.find(({ done }) => !done) ?? ({ done: true } satisfies OptionalStep)
})
