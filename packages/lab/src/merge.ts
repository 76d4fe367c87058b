import { type HrPerson, hrPeople } from "./hr-people.ts"
import type { LabAnswer, VendorDefinition } from "./vendor.ts"

export interface MergeState {
  readonly apiKey: string
  readonly accountToken: string
  readonly people: Map<string, HrPerson>
}

const refusal = (status: number, detail: string): LabAnswer => ({ status, body: { detail } })

const employee = (person: HrPerson) => ({
  id: `merge-${person.id}`,
  remote_id: person.id,
  employee_number: person.number,
  first_name: person.firstName,
  last_name: person.lastName,
  display_full_name: `${person.firstName} ${person.lastName}`,
  work_email: person.email === "" ? null : person.email,
  employment_status: person.ended ? "INACTIVE" : "ACTIVE",
  employments: [{ job_title: person.title }],
  manager: person.managerEmail === null ? null : { work_email: person.managerEmail },
  start_date: `${person.hiredOn}T00:00:00Z`,
  termination_date: person.lastDay === null ? null : `${person.lastDay}T00:00:00Z`
})

/** Merge: one API for many HR systems, paged by a cursor; our key and a token of the linked account. */
export const merge: VendorDefinition<MergeState> = {
  name: "merge",
  seed: () => ({ apiKey: "merge-key", accountToken: "linked-account", people: hrPeople() }),
  handle: (request, { accountToken, apiKey, people }) => {
    if (request.headers.authorization !== `Bearer ${apiKey}` || request.headers["x-account-token"] !== accountToken) {
      return refusal(401, "Invalid token.")
    }
    if (request.path !== "/api/hris/v1/employees" || request.method !== "GET") return refusal(404, "Not found.")
    const size = Math.min(Number(request.query.get("page_size") ?? "30"), 100)
    const start = Number(Buffer.from(request.query.get("cursor") ?? "MA==", "base64").toString("utf8"))
    const all = [...people.values()]
    const next = start + size
    return {
      status: 200,
      body: {
        next: next < all.length ? Buffer.from(String(next)).toString("base64") : null,
        previous: null,
        results: all.slice(start, next).map(employee)
      }
    }
  },
  writes: () => false,
  throttled: (seconds) => ({
    ...refusal(429, "Request was throttled."),
    ...(seconds === undefined ? {} : { headers: { "retry-after": String(seconds) } })
  }),
  unauthorized: () => refusal(401, "Invalid token."),
  forbidden: () => refusal(403, "You do not have permission to perform this action.")
}
