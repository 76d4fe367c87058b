import { Caller } from "@svc/contract/kernel/access"
import { EmployeeId } from "@svc/contract/kernel/ids"
import { EmailAddress } from "@svc/contract/kernel/text"
import { ScimBadRequest, ScimForbidden, ScimNotFound } from "@svc/contract/scim/errors"
import { type ListScimUsers, maxPage, type ScimMode, type ScimUser } from "@svc/contract/scim/schema"
import { Context, Effect, Layer, Option, Schema, Struct } from "effect"
import { Employees } from "#work/employees/service"
import { AppConfig } from "#platform/config/config"
import { makeDeprovisioning } from "./deprovisioning.ts"
import { type FoundPerson, ScimRepo } from "./repo.ts"
import { note } from "./request-log.ts"
import { listOfResources, userOf } from "./resources.ts"
import { type PersonChanges, readFilter, readPatch, readUser } from "./rules.ts"
import { endpointOf } from "./tokens.ts"

export { CurrentNote, RequestNote } from "./request-log.ts"
export { listOfResources, projected, providerConfig, resourceTypes, schemas } from "./resources.ts"
export { type AuthenticatedToken, endpointOf, ScimTokens } from "./tokens.ts"

/** How the token of the request speaks; the middleware says it. */
export const CurrentMode = Context.Reference<ScimMode>("svc/scim/CurrentMode", { defaultValue: () => "literal" })

/** A refusal is a rule that was hit, too. */
const noted = <A, E extends { readonly detail: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.tapError(self, ({ detail }) => note(detail))

/** With the manager's address where the provider named one. */
interface KnownChanges extends Omit<PersonChanges, "manager"> {
  readonly manager?: EmailAddress | null
}
type WithAddress = Required<Pick<PersonChanges, "email">> & KnownChanges

const asId = Schema.decodeUnknownOption(EmployeeId)
const asAddress = Schema.decodeUnknownOption(EmailAddress)

type Body = Readonly<Record<string, unknown>>

/** A page of users, as the wire has it but for the instants. */
type UserPage = ReturnType<typeof listOfResources<ScimUser>>

/** People of the directory as identity providers see and change them (scim-users-3). */
export class Scim extends Context.Service<
  Scim,
  {
    /** In the order of their coming; in literal mode whatever the filter says. */
    list(query: ListScimUsers): Effect.Effect<UserPage, ScimBadRequest, Caller>
    get(id: EmployeeId): Effect.Effect<ScimUser, ScimNotFound, Caller>
    /** Keyed on the address; `active` false begins the offboarding as well. */
    upsert(body: Body): Effect.Effect<ScimUser, ScimBadRequest | ScimForbidden, Caller>
    patch(id: EmployeeId, body: Body): Effect.Effect<ScimUser, ScimBadRequest | ScimNotFound, Caller>
    /** As `upsert` maps it, on the person of this id. */
    replace(id: EmployeeId, body: Body): Effect.Effect<ScimUser, ScimBadRequest | ScimNotFound, Caller>
    /** Begins the offboarding; the record stays. */
    remove(id: EmployeeId): Effect.Effect<void, ScimNotFound, Caller>
  }
>()("svc/scim/Scim") {
  static readonly layerNoDeps = Layer.effect(
    Scim,
    Effect.gen(function* () {
      const repo = yield* ScimRepo
      const employees = yield* Employees
      const deprovision = yield* makeDeprovisioning
      const base = endpointOf((yield* AppConfig).baseUrl)

      const presented = (person: FoundPerson) => Effect.map(CurrentMode, (mode) => userOf(person, base, mode))

      const found = Effect.fnUntraced(function* (id: EmployeeId) {
        const { orgId } = yield* Caller
        const person = yield* repo.find(orgId, { _tag: "Id", value: id })
        if (Option.isNone(person)) return yield* new ScimNotFound({ detail: "User not found" })
        return person.value
      })

      const get = Effect.fn("Scim.get")(function* (id: EmployeeId) {
        return yield* presented(yield* found(id))
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
      }, noted)

      const invalid = Effect.fnUntraced(function* (detail: string, scimType: string) {
        const mode = yield* CurrentMode
        return yield* new ScimBadRequest({ detail, ...(mode === "compat" ? { scimType } : {}) })
      })

      /**
       * The address behind an id, or the address itself; one that is nobody's, or their own, is left out, for all else
       * counts.
       */
      const managed = Effect.fnUntraced(function* ({ manager, ...changes }: PersonChanges, own: string) {
        const { orgId } = yield* Caller
        if (manager === undefined) return changes
        if (manager === null) return { ...changes, manager: null }
        const byId = Option.isSome(asId(manager))
          ? yield* repo.find(orgId, { _tag: "Id", value: EmployeeId.make(manager) })
          : Option.none()
        const address = asAddress(Option.match(byId, { onNone: () => manager, onSome: ({ email }) => email }))
        if (Option.isNone(address) || address.value.toLowerCase() === own.toLowerCase()) {
          yield* note("manager is nobody here and was left out")
          return changes
        }
        return { ...changes, manager: address.value }
      })

      /** There is no 409 here (scim-8): a number that is somebody else's is not taken over, and all else is. */
      const change = (
        id: EmployeeId,
        changes: KnownChanges
      ): Effect.Effect<void, ScimBadRequest | ScimNotFound, Caller> => {
        const { department, email, externalId, fullName, manager, title } = changes
        return employees
          .update(id, {
            ...(email === undefined ? {} : { email }),
            ...(fullName === undefined ? {} : { full_name: fullName }),
            ...(title === undefined ? {} : { role: title }),
            ...(department === undefined ? {} : { department }),
            ...(externalId === undefined ? {} : { employee_id: externalId }),
            ...(manager === undefined ? {} : { manager_email: manager })
          })
          .pipe(
            Effect.asVoid,
            Effect.catchTags({
              EmployeeNumberTaken: () =>
                Effect.andThen(
                  change(id, withoutNumber(changes)),
                  note("externalId belongs to somebody else and was left out")
                ),
              EmployeeEmailTaken: () => invalid("userName / email: somebody else has this address", "uniqueness"),
              OwnManager: ({ error }) => invalid(error, "invalidValue"),
              EmployeeErased: () => note("this person was erased: nothing changes"),
              EmployeeNotFound: () => Effect.fail(new ScimNotFound({ detail: "User not found" })),
              // They ask for no status, so the plan is not asked either.
              PlanLimitReached: Effect.die,
              PlanLimitExceeded: Effect.die
            })
          )
      }

      const add = (person: WithAddress) => {
        const { department = "", email, externalId = null, fullName = email, manager = null, title = "" } = person
        return employees.add({
          fullName,
          email,
          role: title,
          department,
          managerEmail: manager,
          timezone: null,
          employeeId: externalId
        })
      }

      /** Who has the address, or has it now; whoever comes first makes the record, the others change it. */
      const upserted = (
        wish: WithAddress
      ): Effect.Effect<FoundPerson, ScimBadRequest | ScimForbidden | ScimNotFound, Caller> =>
        Effect.gen(function* () {
          const { orgId } = yield* Caller
          const known = yield* repo.find(orgId, { _tag: "Email", value: wish.email })
          if (Option.isSome(known)) {
            const { email: _, ...changes } = wish
            yield* note("user updated")
            yield* change(known.value.id, changes)
            return yield* found(known.value.id)
          }
          yield* note("user created")
          const { id } = yield* add(wish)
          return yield* found(id)
        }).pipe(
          Effect.catchTags({
            EmployeeEmailTaken: () => upserted(wish),
            EmployeeNumberTaken: () =>
              Effect.tap(upserted(withoutNumber(wish)), note("externalId belongs to somebody else and was left out")),
            PlanLimitReached: ({ error }) => Effect.fail(new ScimForbidden({ detail: error })),
            PlanLimitExceeded: ({ error }) => Effect.fail(new ScimForbidden({ detail: error }))
          })
        )

      const deactivated = Effect.fnUntraced(function* (person: FoundPerson, wanted: boolean) {
        if (!wanted) return person
        yield* deprovision(person)
        return yield* found(person.id)
      })

      const upsert = Effect.fn("Scim.upsert")(
        function* (body: Body) {
          const { deactivate, ...given } = yield* Effect.fromResult(readUser(body, yield* CurrentMode))
          const wish = { ...(yield* managed(given, given.email)), email: given.email }
          return yield* presented(yield* deactivated(yield* upserted(wish), deactivate))
        },
        Effect.catchTag("ScimNotFound", Effect.die),
        noted
      )

      const changed = Effect.fnUntraced(function* (
        person: FoundPerson,
        { deactivate, ...changes }: PersonChanges & { readonly deactivate: boolean }
      ) {
        const isChange = Object.keys(changes).length > 0
        yield* note(isChange ? "user updated" : "no effect")
        if (isChange) yield* change(person.id, yield* managed(changes, changes.email ?? person.email))
        const now = isChange ? yield* found(person.id) : person
        return yield* presented(yield* deactivated(now, deactivate))
      })

      const patch = Effect.fn("Scim.patch")(function* (id: EmployeeId, body: Body) {
        const person = yield* found(id)
        const mode = yield* CurrentMode
        return yield* changed(person, yield* Effect.fromResult(readPatch(body, { fullName: person.full_name }, mode)))
      }, noted)

      const replace = Effect.fn("Scim.replace")(function* (id: EmployeeId, body: Body) {
        const person = yield* found(id)
        return yield* changed(person, yield* Effect.fromResult(readUser(body, yield* CurrentMode, person)))
      }, noted)

      const remove = Effect.fn("Scim.remove")(function* (id: EmployeeId) {
        yield* deprovision(yield* found(id))
      })

      return Scim.of({ list, get, upsert, patch, replace, remove })
    })
  )
}

const withoutNumber = <Changes extends KnownChanges>(changes: Changes) => Struct.omit(changes, ["externalId"])
