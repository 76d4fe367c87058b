import { DirectoryApi } from "@svc/contract/employees/directory-api"
import type { CreateEmployee, ListDirectory, UpdateEmployee } from "@svc/contract/employees/schema"
import { ErasureApi } from "@svc/contract/erasure/api"
import type { EmployeeId } from "@svc/contract/kernel/ids"
import { Effect } from "effect"
import { clientOf } from "#platform/api.ts"
import { action, query } from "#platform/atoms.ts"

const directory = clientOf(DirectoryApi)
const erasure = clientOf(ErasureApi)

type PeopleFilters = Omit<ListDirectory, "limit" | "offset"> & { readonly offset?: number }

export const pageSize = 50

/** A page of the directory. */
export const directoryPage = query(
  ({ offset = 0, ...filters }: PeopleFilters) => directory.list({ query: { ...filters, offset, limit: pageSize } }),
  { keys: () => ["people"] }
)

/** Who works here and has this in the name, address or number; without a text the first by name. */
export const directoryNamed = query(
  (text: string) =>
    directory.list({
      query: { status: "active", limit: 8, offset: 0, ...(text.trim() === "" ? {} : { q: text.trim() }) }
    }),
  { keys: () => ["people"] }
)

/** With their open offboarding and what they hold. */
export const personDetails = query((id: EmployeeId) => directory.get({ params: { id } }), {
  keys: (id) => [`person ${id}`, "assets", "cases"]
})

/** Whose address it is, compared without case; null for nobody's. */
export const personWithAddress = query(
  (address: string) =>
    Effect.map(
      directory.list({ query: { q: address, offset: 0, limit: 10 } }),
      ({ rows }) => rows.find(({ email }) => email.toLowerCase() === address.toLowerCase()) ?? null
    ),
  { keys: () => ["people"] }
)

export const addPerson = action(
  (payload: CreateEmployee) => directory.create({ payload }),
  () => ["people"]
)

export const changePerson = action(
  ({ id, ...payload }: UpdateEmployee & { readonly id: EmployeeId }) => directory.update({ params: { id }, payload }),
  ({ id }) => [`person ${id}`, "people"]
)

export const removePerson = action(
  (id: EmployeeId) => directory.remove({ params: { id } }),
  () => ["people"]
)

/** What an erasure would do now, and what stands against it. */
export const erasurePreview = query((id: EmployeeId) => erasure.preview({ params: { id } }), {
  keys: (id) => [`person ${id}`, "cases", "documents", "members"]
})

export const erasePerson = action(
  (id: EmployeeId) => erasure.erase({ params: { id } }),
  (id) => [`person ${id}`, "people", "cases", "assets", "documents", "audit log"]
)

interface Import {
  readonly csv: string
  /** Whether people whose address is known are changed. */
  readonly update: boolean
  /** Says what would be done, and does nothing. */
  readonly dryRun: boolean
}

export const importPeople = action(
  ({ csv, dryRun, update }: Import) =>
    directory.import({
      payload: { csv },
      query: { dry_run: dryRun ? "true" : "false", update: update ? "true" : "false" }
    }),
  ({ dryRun }) => (dryRun ? [] : ["people"])
)
