import { type HrPerson, hrPeople } from "./hr-people.ts"
import type { LabAnswer, VendorDefinition } from "./vendor.ts"

export interface HibobState {
  readonly serviceUserId: string
  readonly token: string
  readonly people: Map<string, HrPerson>
}

const refusal = (status: number, key: string): LabAnswer => ({ status, body: { key, args: {}, error: key } })

const whole = (person: HrPerson) => ({
  id: person.id,
  fullName: `${person.firstName} ${person.lastName}`,
  displayName: `${person.firstName} ${person.lastName}`,
  firstName: person.firstName,
  surname: person.lastName,
  email: person.email === "" ? null : person.email,
  work: {
    title: person.title,
    department: person.department,
    startDate: person.hiredOn,
    employeeIdInCompany: person.number,
    ...(person.managerEmail === null ? {} : { reportsTo: { email: person.managerEmail } })
  },
  internal: {
    status: person.ended ? "Inactive" : "Active",
    lifecycleStatus: person.ended ? "Terminated" : "Employed",
    terminationDate: person.lastDay,
    terminationReason: person.reason
  }
})

interface Search {
  readonly fields?: ReadonlyArray<string>
  readonly filters?: ReadonlyArray<{ readonly fieldPath: string; readonly values: ReadonlyArray<string> }>
  readonly showInactive?: boolean
}

const isSearch = (value: unknown): value is Search => typeof value === "object" && value !== null

/** HiBob: a search by POST without pages, filtered by the ids; Basic with a service user. */
export const hibob: VendorDefinition<HibobState> = {
  name: "hibob",
  seed: () => ({ serviceUserId: "SERVICE-1", token: "bob-token", people: hrPeople() }),
  handle: (request, { people, serviceUserId, token }, faults) => {
    const expected = `Basic ${Buffer.from(`${serviceUserId}:${token}`).toString("base64")}`
    if (request.headers.authorization !== expected) return refusal(401, "error.unauthorized")
    if (request.path !== "/v1/people/search" || request.method !== "POST") return refusal(404, "error.not-found")
    const search = request.json()
    if (!isSearch(search)) return refusal(400, "error.bad-request")
    const ids = search.filters?.find(({ fieldPath }) => fieldPath === "root.id")?.values
    const found = [...people.values()]
      .filter(({ ended }) => search.showInactive === true || !ended)
      .filter(({ id }) => faults.ignoresFilter || ids === undefined || ids.includes(id))
    const idsAlone = search.fields?.length === 1
    return {
      status: 200,
      body: { employees: found.map((person) => (idsAlone ? { "/root/id": { value: person.id } } : whole(person))) }
    }
  },
  writes: () => false,
  throttled: (seconds) => ({
    ...refusal(429, "error.too-many-requests"),
    ...(seconds === undefined ? {} : { headers: { "retry-after": String(seconds) } })
  }),
  unauthorized: () => refusal(401, "error.unauthorized"),
  forbidden: () => refusal(403, "error.forbidden")
}
