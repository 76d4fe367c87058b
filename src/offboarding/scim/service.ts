import { Caller } from "@svc/contract/kernel/access"
import type { EmployeeId } from "@svc/contract/kernel/ids"
import { type ScimBadRequest, type ScimForbidden, ScimNotFound } from "@svc/contract/scim/errors"
import { type ListScimUsers, maxPage, type ScimUser } from "@svc/contract/scim/schema"
import { Context, Effect, Option } from "effect"
import { AppConfig } from "#platform/config/config"
import { layerOf } from "#platform/services/layer-of"
import { CurrentMode } from "./mode.ts"
import { type Body, makeProvisioning, type Provisioned } from "./provisioning.ts"
import { ScimRepo } from "./repo.ts"
import { listOfResources, userOf } from "./resources.ts"
import { readFilter } from "./rules.ts"
import { endpointOf } from "./tokens.ts"

export { CurrentMode } from "./mode.ts"
export type { Provisioned } from "./provisioning.ts"
export { listOfResources, projected, providerConfig, resourceTypes, schemas } from "./resources.ts"
export { type AuthenticatedToken, endpointOf, ScimTokens, ServedRequest } from "./tokens.ts"

/** A page of users in wire form, except the instants. */
type UserPage = ReturnType<typeof listOfResources<ScimUser>>

/** People of the directory as identity providers see and change them (scim-users-3). */
export class Scim extends Context.Service<
  Scim,
  {
    /** In the order of their coming; in literal mode whatever the filter says. */
    list(query: ListScimUsers): Effect.Effect<UserPage, ScimBadRequest, Caller>
    get(id: EmployeeId): Effect.Effect<ScimUser, ScimNotFound, Caller>
    /** Keyed on the address; `active` false begins the offboarding as well. */
    upsert(body: Body): Effect.Effect<Provisioned, ScimBadRequest | ScimForbidden, Caller>
    patch(id: EmployeeId, body: Body): Effect.Effect<Provisioned, ScimBadRequest | ScimNotFound, Caller>
    /** As `upsert` maps it, on the person of this id. */
    replace(id: EmployeeId, body: Body): Effect.Effect<Provisioned, ScimBadRequest | ScimNotFound, Caller>
    /** Begins the offboarding; the record stays. */
    remove(id: EmployeeId): Effect.Effect<Pick<Provisioned, "note">, ScimNotFound, Caller>
  }
>()("svc/scim/Scim") {
  static readonly layerNoDeps = layerOf(Scim, function* () {
    const repo = yield* ScimRepo
    const base = endpointOf((yield* AppConfig).baseUrl)

    const get = Effect.fn("Scim.get")(function* (id: EmployeeId) {
      const { orgId } = yield* Caller
      const person = yield* repo.find(orgId, { _tag: "Id", value: id })
      if (Option.isNone(person)) return yield* new ScimNotFound({ detail: "User not found" })
      return userOf(person.value, base, yield* CurrentMode)
    })

    const list = Effect.fn("Scim.list")(function* (query: ListScimUsers) {
      const { orgId } = yield* Caller
      const mode = yield* CurrentMode
      const startIndex = Math.max(query.startIndex, 1)
      const take = Math.min(Math.max(query.count, 0), maxPage)
      if (mode === "compat" && query.filter !== undefined) {
        const filter = yield* Effect.fromResult(readFilter(query.filter))
        const one = Option.toArray(yield* repo.find(orgId, filter))
        const people = startIndex > 1 ? [] : one.slice(0, take)
        return listOfResources(
          people.map((person) => userOf(person, base, mode)),
          { startIndex, total: one.length }
        )
      }
      const skip = Math.min(startIndex - 1, 2_000_000_000)
      const { people, total } = yield* repo.page({ orgId, skip, take, withLeaving: mode === "compat" })
      return listOfResources(
        people.map((person) => userOf(person, base, mode)),
        { startIndex, total }
      )
    })

    return Scim.of({ list, get, ...(yield* makeProvisioning) })
  })
}
