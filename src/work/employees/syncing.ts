import { EmployeeErased, EmployeeNumberTaken } from "@svc/contract/employees/errors"
import type { UpdateEmployee } from "@svc/contract/employees/schema"
import { Caller } from "@svc/contract/kernel/access"
import type { EmployeeId } from "@svc/contract/kernel/ids"
import type { EmailAddress } from "@svc/contract/kernel/text"
import { Effect, Result } from "effect"
import { Db } from "#platform/database/db"
import { makeAdding, type NewEmployee } from "./adding.ts"
import { makeChanging } from "./changing.ts"
import { DirectoryRepo } from "./directory-repo.ts"
import { changed, changesBetween, folded, type PersonFields } from "./directory-rules.ts"
import type { Employee } from "./person.ts"
import { EmployeesRepo } from "./repo.ts"
import { admitActive } from "./rules.ts"

/** A person from another system of record; omitted fields are unchanged. */
export interface SyncedPerson {
  readonly fullName: string
  /** Null if the other system has none; then only a person with a known number is found. */
  readonly email: EmailAddress | null
  /** The number there. Fills an empty `employee_id`, and replaces none. */
  readonly number: string | null
  readonly role?: string
  readonly department?: string
  readonly managerEmail?: EmailAddress
  /** Whether they come into the directory when they are new. */
  readonly joins: boolean
}

/** `Absent`: not in the directory, and not to come in or not able to, for the reason. */
export type SyncOutcome =
  | { readonly _tag: "Created" | "Updated" | "Unchanged"; readonly id: EmployeeId }
  | { readonly _tag: "Absent"; readonly reason: string | null }
  | { readonly _tag: "Refused"; readonly error: string }

type Step =
  | { readonly _tag: "Done"; readonly outcome: SyncOutcome }
  | { readonly _tag: "Add"; readonly person: SyncedPerson }
  | { readonly _tag: "Change"; readonly held: Employee; readonly after: PersonFields }
  /** Under another address: their cases are locked first, so in a transaction of its own. */
  | { readonly _tag: "Readdress"; readonly id: EmployeeId; readonly input: UpdateEmployee }

const refused = (error: string): Step => ({ _tag: "Done", outcome: { _tag: "Refused", error } })

const words = (name: string) => new Set(name.toLowerCase().split(/[\s,]+/))

/** Two systems may use the same numbers, so a number alone does not identify a person. */
const sharesName = (a: string, b: string) => {
  const known = words(b)
  return [...words(a)].some((word) => known.has(word))
}

const inputOf = (person: SyncedPerson, held: Employee): UpdateEmployee => ({
  full_name: person.fullName,
  ...(person.role === undefined ? {} : { role: person.role }),
  ...(person.department === undefined ? {} : { department: person.department }),
  ...(person.managerEmail === undefined || folded(person.managerEmail) === folded(held.email)
    ? {}
    : { manager_email: person.managerEmail })
})

const newcomer = (person: SyncedPerson, email: EmailAddress, number: string | null): NewEmployee => ({
  fullName: person.fullName,
  email,
  role: person.role ?? "",
  department: person.department ?? "",
  managerEmail:
    person.managerEmail === undefined || folded(person.managerEmail) === folded(email) ? null : person.managerEmail,
  timezone: null,
  employeeId: number
})

/** The verb `Employees.sync`, over the change of one record. */
export const makeSyncing = Effect.fnUntraced(function* <E extends { readonly error: string }, A>(
  update: (id: EmployeeId, input: UpdateEmployee) => Effect.Effect<A, E, Caller>
) {
  const db = yield* Db
  const repo = yield* DirectoryRepo
  const people = yield* EmployeesRepo
  const adding = yield* makeAdding
  const change = yield* makeChanging

  const plan = Effect.fnUntraced(function* (given: ReadonlyArray<SyncedPerson>) {
    const { orgId, organisation } = yield* Caller
    const known = yield* repo.known(
      orgId,
      given.flatMap(({ email }) => (email === null ? [] : [folded(email)])),
      given.flatMap(({ number }) => (number === null ? [] : [number]))
    )
    const byAddress = new Map(known.map((person) => [folded(person.email), person]))
    const byNumber = new Map(
      known.flatMap((one) => (one.employee_id === null ? [] : [[one.employee_id, one] as const]))
    )
    const present = new Set(given.flatMap(({ email }) => (email === null ? [] : [folded(email)])))
    const addresses = new Set<string>()
    const numbers = new Set<string>()
    let active = yield* people.countActive(orgId)

    /** Takes one of the places of the plan. */
    const room = () => Result.map(admitActive(organisation.plan, active), () => void (active += 1))

    const changeOf = (person: SyncedPerson, held: Employee): Step => {
      if (held.erased) return refused(new EmployeeErased().error)
      const fills =
        held.employee_id === null &&
        person.number !== null &&
        !byNumber.has(person.number) &&
        !numbers.has(person.number)
      const input = {
        ...inputOf(person, held),
        ...(fills && person.number !== null ? { employee_id: person.number } : {})
      }
      if (fills && person.number !== null) numbers.add(person.number)
      if (person.email !== null && folded(person.email) !== folded(held.email)) {
        return { _tag: "Readdress", id: held.id, input: { ...input, email: person.email } }
      }
      const after = changed(held, input)
      return changesBetween(held, after).length === 0
        ? { _tag: "Done", outcome: { _tag: "Unchanged", id: held.id } }
        : { _tag: "Change", held, after }
    }

    const judge = (person: SyncedPerson): Step => {
      const { email, number } = person
      if (email !== null) {
        if (addresses.has(folded(email))) return refused("Another person there has the same work email address")
        addresses.add(folded(email))
        const held = byAddress.get(folded(email))
        if (held !== undefined) return changeOf(person, held)
      }
      const held = number === null ? undefined : byNumber.get(number)
      if (held !== undefined) {
        // If the source also has the email's owner, that person has not become this one.
        const isAnothers = email !== null && present.has(folded(held.email))
        if (!isAnothers && sharesName(held.full_name, person.fullName)) return changeOf(person, held)
        return person.joins
          ? refused(new EmployeeNumberTaken().error)
          : { _tag: "Done", outcome: { _tag: "Absent", reason: null } }
      }
      if (!person.joins) return { _tag: "Done", outcome: { _tag: "Absent", reason: null } }
      if (email === null) {
        const reason = "There is no valid work email address"
        return { _tag: "Done", outcome: { _tag: "Absent", reason } }
      }
      if (number !== null && numbers.has(number)) return refused(new EmployeeNumberTaken().error)
      const admitted = room()
      if (Result.isFailure(admitted)) return refused(admitted.failure.error)
      if (number !== null) numbers.add(number)
      return { _tag: "Add", person }
    }
    return given.map(judge)
  })

  const inOne = Effect.fnUntraced(function* (given: ReadonlyArray<SyncedPerson>) {
    const { orgId } = yield* Caller
    yield* people.lockCount(orgId)
    const steps = yield* plan(given)
    for (const step of steps) if (step._tag === "Change") yield* change(step.held, step.after)
    const newcomers = steps.flatMap((step) =>
      step._tag === "Add" && step.person.email !== null
        ? [newcomer(step.person, step.person.email, step.person.number)]
        : []
    )
    yield* adding.insertMany(newcomers)
    const added = yield* repo.known(
      orgId,
      newcomers.map(({ email }) => folded(email)),
      []
    )
    return { steps, ids: new Map(added.map(({ email, id }) => [folded(email), id])) }
  }, db.transact)

  return Effect.fn("Employees.sync")(function* (given: ReadonlyArray<SyncedPerson>) {
    if (given.length === 0) return []
    const { ids, steps } = yield* inOne(given)
    return yield* Effect.forEach(steps, (step): Effect.Effect<SyncOutcome, never, Caller> => {
      switch (step._tag) {
        case "Done":
          return Effect.succeed(step.outcome)
        case "Change":
          return Effect.succeed({ _tag: "Updated", id: step.held.id })
        case "Add": {
          const id = ids.get(folded(step.person.email ?? ""))
          return id === undefined
            ? Effect.die("A new person was not found again")
            : Effect.succeed({ _tag: "Created", id })
        }
        case "Readdress":
          return update(step.id, step.input).pipe(
            Effect.map((): SyncOutcome => ({ _tag: "Updated", id: step.id })),
            Effect.catch((refusal) => Effect.succeed<SyncOutcome>({ _tag: "Refused", error: refusal.error }))
          )
      }
    })
  })
})
