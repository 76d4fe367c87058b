import { Caller } from "@svc/contract/kernel/access"
import { EmployeeId } from "@svc/contract/kernel/ids"
import { EmailAddress } from "@svc/contract/kernel/text"
import { ScimBadRequest, ScimForbidden, ScimNotFound } from "@svc/contract/scim/errors"
import type { ScimUser } from "@svc/contract/scim/schema"
import { Effect, Option, Result, Schema, Struct } from "effect"
import { type Employee, Employees } from "#work/employees/service"
import { AppConfig } from "#platform/config/config"
import { Db, type Transaction } from "#platform/database/db"
import { makeDeprovisioning } from "./deprovisioning.ts"
import { CurrentMode } from "./mode.ts"
import { ScimRepo } from "./repo.ts"
import { userOf } from "./resources.ts"
import { addressesIn, nameAfter, type PatchWish, type PersonChanges, readPatch, readUser } from "./rules.ts"
import { endpointOf } from "./tokens.ts"

export type Body = Readonly<Record<string, unknown>>

/** The outcome of a call: the current user, and in words for the administrator who sets the provider up. */
export interface Provisioned {
  readonly user: ScimUser
  readonly note: string
}

/** With the manager's address where the provider named one. */
interface KnownChanges extends Omit<PersonChanges, "manager"> {
  readonly manager?: EmailAddress | null
}
type WithAddress = Required<Pick<PersonChanges, "email">> & KnownChanges

/** A person as the request has left them so far; without a note it is as it was asked for. */
interface Changed {
  readonly person: Employee
  readonly note: string | null
}

const asId = Schema.decodeUnknownOption(EmployeeId)
const asAddress = Schema.decodeUnknownOption(EmailAddress)

const notFound = () => new ScimNotFound({ detail: "User not found" })
const numberLeftOut = "externalId belongs to another person and was ignored"
const withoutNumber = <Changes extends KnownChanges>(changes: Changes) => Struct.omit(changes, ["externalId"])

/** The verbs that change: each reads the person once, held, and all that follows is one transaction with it (deprovisioning-9). */
export const makeProvisioning = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* ScimRepo
  const employees = yield* Employees
  const deprovision = yield* makeDeprovisioning
  const base = endpointOf((yield* AppConfig).baseUrl)

  const invalid = Effect.fnUntraced(function* (detail: string, scimType: string) {
    const mode = yield* CurrentMode
    return yield* new ScimBadRequest({ detail, ...(mode === "compat" ? { scimType } : {}) })
  })

  /**
   * The email behind an id, or the email itself; an unknown one, or the person's own, is omitted, because the rest
   * counts.
   */
  const managed = Effect.fnUntraced(function* ({ manager, ...changes }: PersonChanges, own: string) {
    const { orgId } = yield* Caller
    if (manager === undefined) return { changes, note: null }
    if (manager === null) return { changes: { ...changes, manager: null }, note: null }
    const byId = Option.isSome(asId(manager))
      ? yield* repo.find(orgId, { _tag: "Id", value: EmployeeId.make(manager) })
      : Option.none()
    const address = asAddress(Option.match(byId, { onNone: () => manager, onSome: ({ email }) => email }))
    return Option.isNone(address) || address.value.toLowerCase() === own.toLowerCase()
      ? { changes, note: "the manager is not in the directory and was ignored" }
      : { changes: { ...changes, manager: address.value }, note: null }
  })

  /** There is no 409 here (scim-8): another person's number is not taken over, and the rest is. */
  const change = (
    held: Employee,
    changes: KnownChanges
  ): Effect.Effect<Changed, ScimBadRequest, Caller | Transaction> => {
    const { department, email, externalId, fullName, manager, title } = changes
    return employees
      .change(held, {
        ...(email === undefined ? {} : { email }),
        ...(fullName === undefined ? {} : { full_name: fullName }),
        ...(title === undefined ? {} : { role: title }),
        ...(department === undefined ? {} : { department }),
        ...(externalId === undefined ? {} : { employee_id: externalId }),
        ...(manager === undefined ? {} : { manager_email: manager })
      })
      .pipe(
        Effect.map((person): Changed => ({ person, note: null })),
        Effect.catchTags({
          EmployeeNumberTaken: () =>
            Effect.map(change(held, withoutNumber(changes)), ({ person }) => ({ person, note: numberLeftOut })),
          EmployeeEmailTaken: () => invalid("userName / email: another person has this email address", "uniqueness"),
          OwnManager: ({ error }) => invalid(error, "invalidValue"),
          EmployeeErased: () => Effect.succeed({ person: held, note: "this person was erased: nothing changes" }),
          // They ask for no status, so the plan is not asked either.
          PlanLimitReached: Effect.die,
          PlanLimitExceeded: Effect.die
        })
      )
  }

  /** The caller has reserved the email. */
  const add = (wish: WithAddress): Effect.Effect<Changed, ScimForbidden, Caller> => {
    const { department = "", email, externalId = null, fullName = email, manager = null, title = "" } = wish
    return employees
      .add({
        fullName,
        email,
        role: title,
        department,
        managerEmail: manager,
        timezone: null,
        employeeId: externalId
      })
      .pipe(
        Effect.map((person): Changed => ({ person, note: null })),
        Effect.catchTags({
          EmployeeNumberTaken: () =>
            Effect.map(add(withoutNumber(wish)), ({ person }) => ({ person, note: numberLeftOut })),
          EmployeeEmailTaken: Effect.die,
          PlanLimitReached: ({ error }) => Effect.fail(new ScimForbidden({ detail: error })),
          PlanLimitExceeded: ({ error }) => Effect.fail(new ScimForbidden({ detail: error }))
        })
      )
  }

  const provisioned = Effect.fnUntraced(function* (person: Employee, note: string, deactivate: boolean) {
    const { orgId } = yield* Caller
    const mode = yield* CurrentMode
    const ended = deactivate ? yield* deprovision(person) : note
    const standing = mode === "compat" ? yield* repo.standing(orgId, person) : { leaving: false, manager_id: null }
    return { user: userOf({ ...person, ...standing }, base, mode), note: ended }
  })

  const upsert = Effect.fn("Scim.upsert")(function* (body: Body) {
    const { deactivate, ...given } = yield* Effect.fromResult(readUser(body, yield* CurrentMode))
    const { changes } = yield* managed(given, given.email)
    const known = yield* employees.holdByAddress(given.email)
    if (Option.isSome(known)) {
      const { note, person } = yield* change(known.value, Struct.omit(changes, ["email"]))
      return yield* provisioned(person, note ?? "user updated", deactivate)
    }
    const { note, person } = yield* add({ ...changes, email: given.email })
    return yield* provisioned(person, note ?? "user created", deactivate)
  }, db.transact)

  const changed = Effect.fnUntraced(function* (held: Employee, given: PersonChanges, deactivate: boolean) {
    if (Object.keys(given).length === 0) return yield* provisioned(held, "no effect", deactivate)
    const { changes, note: leftOut } = yield* managed(given, given.email ?? held.email)
    const { note, person } = yield* change(held, changes)
    return yield* provisioned(person, note ?? leftOut ?? "user updated", deactivate)
  })

  /** Deactivation needs no email, number, or seat of the plan, so it does not wait for an import of thousands. */
  const heldFor = (id: EmployeeId, { changes, name }: PatchWish) =>
    name === undefined && Object.keys(changes).length === 0
      ? employees.hold(id)
      : employees.holdToChange(id, changes.email === undefined ? [] : [changes.email])

  const patch = Effect.fn("Scim.patch")(
    function* (id: EmployeeId, body: Body) {
      const read = readPatch(body, yield* CurrentMode)
      // An unknown person is 404 whatever is requested.
      const held = yield* Result.isSuccess(read) ? heldFor(id, read.success) : employees.hold(id)
      const { changes, deactivate, name } = yield* Effect.fromResult(read)
      const fullName = name === undefined ? undefined : nameAfter(held.full_name, name)
      return yield* changed(held, { ...changes, ...(fullName === undefined ? {} : { fullName }) }, deactivate)
    },
    Effect.catchTag("EmployeeNotFound", notFound),
    db.transact
  )

  const replace = Effect.fn("Scim.replace")(
    function* (id: EmployeeId, body: Body) {
      const held = yield* employees.holdToChange(id, addressesIn(body))
      const { deactivate, ...changes } = yield* Effect.fromResult(readUser(body, yield* CurrentMode, held))
      return yield* changed(held, changes, deactivate)
    },
    Effect.catchTag("EmployeeNotFound", notFound),
    db.transact
  )

  const remove = Effect.fn("Scim.remove")(
    function* (id: EmployeeId) {
      return { note: yield* deprovision(yield* employees.hold(id)) }
    },
    Effect.catchTag("EmployeeNotFound", notFound),
    db.transact
  )

  return { upsert, patch, replace, remove }
})
