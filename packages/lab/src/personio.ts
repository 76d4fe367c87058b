import { type HrPerson, hrPeople } from "./hr-people.ts"
import type { LabAnswer, VendorDefinition } from "./vendor.ts"

export interface PersonioState {
  readonly clientId: string
  readonly clientSecret: string
  readonly token: string
  readonly people: Map<string, HrPerson>
}

const refusal = (status: number, message: string): LabAnswer => ({
  status,
  body: { success: false, error: { code: 0, message } }
})

const value = (label: string, value: unknown) => ({ label, value, type: "standard", universal_id: label })

const midnightOf = (day: string | null) => (day === null ? null : `${day}T00:00:00+01:00`)

const employee = (person: HrPerson) => ({
  type: "Employee",
  attributes: {
    id: value("ID", Number(person.id)),
    first_name: value("First name", person.firstName),
    last_name: value("Last name", person.lastName),
    email: value("Email", person.email === "" ? null : person.email),
    status: value("Status", person.ended ? "inactive" : "active"),
    position: value("Position", person.title),
    department: value("Department", {
      type: "Department",
      attributes: { id: 1, name: person.department }
    }),
    supervisor: value(
      "Supervisor",
      person.managerEmail === null
        ? null
        : { type: "Employee", attributes: { email: value("Email", person.managerEmail) } }
    ),
    hire_date: value("Hire date", midnightOf(person.hiredOn)),
    termination_date: value("Termination date", midnightOf(person.employmentEnd ?? person.lastDay)),
    last_working_day: value("Last day of work", person.lastDay),
    termination_type: value("Termination type", person.reason),
    termination_reason: value("Termination reason", null)
  }
})

/** Personio's API v1: a token for a client, then pages of at most 200 by offset. */
export const personio: VendorDefinition<PersonioState> = {
  name: "personio",
  seed: () => ({ clientId: "client-1", clientSecret: "papi-secret", token: "papi-token", people: hrPeople() }),
  handle: (request, state) => {
    if (request.path === "/v1/auth" && request.method === "POST") {
      const given = JSON.stringify(request.json())
      return given === JSON.stringify({ client_id: state.clientId, client_secret: state.clientSecret })
        ? { status: 200, body: { success: true, data: { token: state.token, expires_in: 86_400, scope: "" } } }
        : refusal(403, "Wrong credentials")
    }
    if (request.headers.authorization !== `Bearer ${state.token}`) return refusal(401, "Not authorized")
    if (request.path !== "/v1/company/employees" || request.method !== "GET") return refusal(404, "Not found")
    const limit = Math.min(Number(request.query.get("limit") ?? "200"), 200)
    const offset = Number(request.query.get("offset") ?? "0")
    const all = [...state.people.values()]
    return {
      status: 200,
      body: {
        success: true,
        metadata: {
          total_elements: all.length,
          current_page: offset / limit,
          total_pages: Math.ceil(all.length / limit)
        },
        offset,
        limit,
        data: all.slice(offset, offset + limit).map(employee)
      }
    }
  },
  writes: () => false,
  grants: ({ path }) => path === "/v1/auth",
  throttled: (seconds) => ({
    ...refusal(429, "Too many requests"),
    ...(seconds === undefined ? {} : { headers: { "retry-after": String(seconds) } })
  }),
  unauthorized: () => refusal(401, "Not authorized"),
  forbidden: () => refusal(403, "Missing permission")
}
