import type { OrgId } from "@svc/contract/kernel/ids"
import { DateTime, Effect } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { Db } from "#platform/database/db"
import { asSystemCaller, type Member } from "#test/support/people"
import { asSystem } from "#test/support/tables"
import { plantedIn } from "./year-faults.ts"
import { writeLog } from "./year-log.ts"
import { homeZone, type Person, peopleOf } from "./year-people.ts"
import { writeTables } from "./year-tables.ts"

/** The period, and the moment of the test. */
export const period = { from: "2026-01-01", to: "2026-12-31" } as const
export const asOf = DateTime.makeUnsafe("2027-01-02T12:00:00.000Z")

/** Who has no row in the population: no case that counts, and no record that says they left. */
const rowless = ["account_off_without_case", "cancelled", "deleted"] as const

/** A made-up year of an organisation: leavers whose access went in time, and each of the planted faults. */
export interface Year {
  readonly planted: ReturnType<typeof plantedIn>
  readonly ordinary: ReadonlyArray<Person>
}

/** The same seed makes the same year, with so many leavers in all. */
const yearOf = (orgId: OrgId, { leavers, seed }: { readonly leavers: number; readonly seed: number }): Year => {
  const planted = plantedIn(orgId, seed)
  const ordinary = leavers - (Object.keys(planted).length - rowless.length)
  return { planted, ordinary: peopleOf(orgId, seed).ordinary(ordinary) }
}

/** Everybody of it, in an order that says nothing. */
const everybodyOf = ({ ordinary, planted }: Year): ReadonlyArray<Person> =>
  [...ordinary, ...Object.values(planted)].toSorted((one, other) => (one.id < other.id ? -1 : 1))

/** Writes the year as the service would have left it: the tables, and a real chain. */
export const writeYear = Effect.fnUntraced(function* (member: Member, options: Parameters<typeof yearOf>[1]) {
  const { orgId } = member
  const keys = yield* PersonKeys
  const db = yield* Db
  const year = yearOf(orgId, options)
  const people = everybodyOf(year)
  const pairs = yield* Effect.forEach(people, ({ email, id }) =>
    Effect.map(keys.forPerson(orgId, email), (key): [string, string] => [id, key])
  ).pipe(db.transact, asSystemCaller(orgId))
  const keyOfId = new Map(pairs)
  const keyOf = ({ id }: Person) => keyOfId.get(id) ?? ""
  yield* asSystem((sql) =>
    Effect.andThen(
      sql`UPDATE organisations SET timezone = ${homeZone} WHERE id = ${orgId}`,
      writeTables(sql, orgId, people, { keyOf, decider: member.userId })
    )
  )
  yield* writeLog(orgId, people, keyOf)
  return year
})
