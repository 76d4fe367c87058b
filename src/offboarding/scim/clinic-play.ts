import type { Caller } from "@svc/contract/kernel/access"
import type { ScimClinicCall, ScimClinicFinding, ScimClinicStep } from "@svc/contract/scim/clinic-schema"
import type { ScimBadRequest, ScimForbidden, ScimNotFound } from "@svc/contract/scim/errors"
import { enterpriseSchema, listSchema, type ScimUser, userSchema } from "@svc/contract/scim/schema"
import { Effect, Result, type Schema } from "effect"
import { skippedNote } from "./deprovisioning.ts"
import { CurrentMode } from "./mode.ts"
import { Scim } from "./service.ts"

export type Played = ReadonlyArray<ScimClinicStep>

type Refused = ScimBadRequest | ScimForbidden | ScimNotFound

const statuses = { ScimBadRequest: 400, ScimForbidden: 403, ScimNotFound: 404 } as const

const patchSchema = "urn:ietf:params:scim:api:messages:2.0:PatchOp"

/** The outcome of a call, before it is judged. */
interface Answer {
  readonly status: number
  readonly answer: Schema.Json | null
  readonly note: string | null
}

interface Sent {
  readonly call: ScimClinicCall
  readonly method: string
  readonly path: string
  readonly body?: { readonly [name: string]: Schema.Json }
}

const wire = (value: unknown): Schema.Json => JSON.parse(JSON.stringify(value))

const errorOf = (status: number, detail: string): Answer => ({
  status,
  answer: { status: String(status), detail },
  note: null
})

/** A user that came back; undefined where something else did. */
const userIn = (users: ReadonlyArray<ScimUser>, address: string) => users.find(({ userName }) => userName === address)

/**
 * The calls that providers document, made through the routes' verbs. Only the diagnostics' own person is shown: a
 * response with others is shown as its number.
 */
export const makePlay = Effect.gen(function* () {
  const scim = yield* Scim

  const begin = (mark: string) => {
    const steps: Array<ScimClinicStep> = []
    const address = `scim.clinic.${mark}@example.com`
    const later = `scim.clinic.${mark}.changed@example.com`
    let id: ScimUser["id"] | undefined

    const told = (
      { body = null, ...sent }: Omit<Sent, "body"> & { readonly body?: Sent["body"] | null },
      came: Answer,
      finding: ScimClinicFinding | null
    ) => steps.push({ ...sent, body, ...came, finding: came.status >= 400 && finding === null ? "refused" : finding })

    const refusedAs = ({ _tag, detail }: Refused) => errorOf(statuses[_tag], detail)

    /** In literal mode such a route is not there at all. */
    const inCompat = Effect.fnUntraced(function* (sent: Sent, status: 404 | 405) {
      const isThere = (yield* CurrentMode) === "compat"
      if (!isThere) told(sent, errorOf(status, status === 404 ? "Not found" : "Method not allowed"), "route_missing")
      return isThere
    })

    const list = Effect.fnUntraced(function* (
      sent: Sent,
      query: { readonly count: number; readonly filter?: string },
      judge: (total: number, isFound: boolean) => ScimClinicFinding | null
    ) {
      const read = yield* Effect.result(scim.list({ startIndex: 1, ...query }))
      if (Result.isFailure(read)) return told(sent, refusedAs(read.failure), null)
      const { Resources, totalResults } = read.success
      const own = userIn(Resources, address)
      const answer = { schemas: [listSchema], totalResults, Resources: own === undefined ? [] : [wire(own)] }
      return told(sent, { status: 200, answer, note: null }, judge(totalResults, own !== undefined))
    })

    const find = (call: "find" | "find_again" | "test_filter", by: string) => {
      const filter = `userName eq "${by}"`
      const path = `/Users?filter=${encodeURIComponent(filter)}`
      const judge = (total: number, isFound: boolean): ScimClinicFinding | null => {
        if (total > (call === "find_again" ? 1 : 0)) return "answered_everybody"
        return call === "find_again" && !isFound ? "not_found_again" : null
      }
      return list({ call, method: "GET", path }, { count: 100, filter }, judge)
    }

    /** A call that answers a user. */
    const user = Effect.fnUntraced(function* (
      sent: Sent,
      status: number,
      verb: Effect.Effect<{ readonly user: ScimUser; readonly note: string | null }, Refused, Caller>,
      judge: (user: ScimUser, note: string) => ScimClinicFinding | null = () => null
    ) {
      const done = yield* Effect.result(verb)
      if (Result.isFailure(done)) return told(sent, refusedAs(done.failure), null)
      const { note, user: after } = done.success
      id = after.id
      return told(sent, { status, answer: wire(after), note }, judge(after, note ?? ""))
    })

    const noOffboarding = (note: string) => (note.startsWith(skippedNote) ? ("no_offboarding" as const) : null)

    const create = (body: NonNullable<Sent["body"]>) =>
      user({ call: "create", method: "POST", path: "/Users", body }, 201, scim.upsert(body))

    /** For the created user; without one the play ends. */
    const withId = <R>(next: (id: ScimUser["id"], path: string) => Effect.Effect<unknown, never, R>) =>
      Effect.suspend(() => (id === undefined ? Effect.void : next(id, `/Users/${id}`)))

    const read = (call: "read" | "read_again") =>
      withId((of, path) =>
        user(
          { call, method: "GET", path },
          200,
          Effect.map(scim.get(of), (found) => ({ user: found, note: null })),
          ({ active }) => (call === "read_again" && active ? "still_active" : null)
        )
      )

    const patch = (
      call: ScimClinicCall,
      Operations: ReadonlyArray<{ readonly [name: string]: Schema.Json }>,
      judge: (user: ScimUser, note: string) => ScimClinicFinding | null
    ) =>
      withId((of, path) => {
        const body = { schemas: [patchSchema], Operations }
        return user({ call, method: "PATCH", path, body }, 200, scim.patch(of, body), judge)
      })

    const deactivate = (call: "deactivate" | "deactivate_text", operation: { readonly [name: string]: Schema.Json }) =>
      patch(call, [operation], (_, note) => noOffboarding(note))

    return {
      steps,
      address,
      later,
      told,
      inCompat,
      list,
      find,
      user,
      create,
      withId,
      read,
      patch,
      deactivate,
      refusedAs,
      noOffboarding
    }
  }

  /** As Okta's "SCIM 2.0 protocol reference" has them. */
  const okta = Effect.fnUntraced(function* (mark: string) {
    const play = begin(mark)
    const { address } = play
    const profile = {
      schemas: [userSchema],
      userName: address,
      name: { givenName: "Clinic", familyName: "Okta" },
      emails: [{ primary: true, value: address, type: "work" }],
      displayName: "Clinic Okta",
      locale: "en-US",
      externalId: `clinic-${mark}`,
      groups: [],
      active: true
    }
    yield* play.list(
      { call: "test_page", method: "GET", path: "/Users?startIndex=1&count=2" },
      { count: 2 },
      () => null
    )
    yield* play.find("find", address)
    yield* play.create(profile)
    yield* play.find("find_again", address)
    yield* play.read("read")
    yield* play.withId((id, path) => {
      const body = { ...profile, id, title: "Clinician" }
      const sent: Sent = { call: "replace", method: "PUT", path, body }
      const put = play.user(sent, 200, scim.replace(id, body), ({ title }) =>
        title === "Clinician" ? null : "not_changed"
      )
      return Effect.flatMap(play.inCompat(sent, 405), (isThere) => (isThere ? put : Effect.void))
    })
    yield* play.deactivate("deactivate", { op: "replace", value: { active: false } })
    yield* play.read("read_again")
    const groups: Sent = { call: "groups", method: "GET", path: "/Groups?startIndex=1&count=100" }
    if (yield* play.inCompat(groups, 404)) {
      play.told(
        groups,
        { status: 200, answer: { schemas: [listSchema], totalResults: 0, Resources: [] }, note: null },
        null
      )
    }
    return play.steps
  })

  /** As Microsoft's "Develop and plan provisioning for a SCIM endpoint" has them. */
  const entra = Effect.fnUntraced(function* (mark: string) {
    const play = begin(mark)
    const { address, later } = play
    yield* play.find("test_filter", `00000000-0000-4000-8000-${mark}`)
    yield* play.find("find", address)
    yield* play.create({
      schemas: [userSchema, enterpriseSchema],
      externalId: `clinic-${mark}`,
      userName: address,
      active: true,
      displayName: "Clinic Entra",
      emails: [{ primary: true, type: "work", value: address }],
      meta: { resourceType: "User" },
      name: { formatted: "Clinic Entra", familyName: "Entra", givenName: "Clinic" },
      roles: []
    })
    yield* play.find("find_again", address)
    yield* play.read("read")
    yield* play.patch(
      "change",
      [
        { op: "Replace", path: 'emails[type eq "work"].value', value: later },
        { op: "Replace", path: "name.familyName", value: "Changed" },
        { op: "Add", path: "title", value: "Clinician" }
      ],
      ({ name, title, userName }) =>
        userName === later && name.familyName === "Changed" && title === "Clinician" ? null : "not_changed"
    )
    yield* play.deactivate("deactivate_text", { op: "Replace", path: "active", value: "False" })
    yield* play.read("read_again")
    yield* play.withId((id, path) => {
      const sent: Sent = { call: "remove", method: "DELETE", path }
      return Effect.map(Effect.result(scim.remove(id)), (done) =>
        Result.isFailure(done)
          ? play.told(sent, play.refusedAs(done.failure), null)
          : play.told(
              sent,
              { status: 204, answer: null, note: done.success.note },
              play.noOffboarding(done.success.note)
            )
      )
    })
    return play.steps
  })

  return { okta, entra }
})
