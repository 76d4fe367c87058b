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

/** One page of the directory. */
export const directoryPage = query(
  ({ offset = 0, ...filters }: PeopleFilters) => directory.list({ query: { ...filters, offset, limit: pageSize } }),
  { keys: () => ["people"] }
)

/** The directory as CSV. */
export const exportPeople = action(
  (query: Omit<PeopleFilters, "offset">) => directory.export({ query }),
  () => []
)

/** Active people by name, email, or number; without a text the first by name. */
export const directoryNamed = query(
  (text: string) =>
    directory.list({
      query: { status: "active", limit: 8, offset: 0, ...(text.trim() === "" ? {} : { q: text.trim() }) }
    }),
  { keys: () => ["people"] }
)

/** With the open offboarding and equipment. */
export const personDetails = query((id: EmployeeId) => directory.get({ params: { id } }), {
  keys: (id) => [`person ${id}`, "assets", "cases"]
})

/** The person with this email, case-insensitive; null without one. */
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

/** Preview of an erasure, with its blockers. */
export const erasurePreview = query((id: EmployeeId) => erasure.preview({ params: { id } }), {
  keys: (id) => [`person ${id}`, "cases", "documents", "members"]
})

export const erasePerson = action(
  (id: EmployeeId) => erasure.erase({ params: { id } }),
  (id) => [`person ${id}`, "people", "cases", "assets", "documents", "audit log"]
)

interface Import {
  readonly csv: string
  /** Also updates people whose email is known. */
  readonly update: boolean
  /** Dry run. */
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
