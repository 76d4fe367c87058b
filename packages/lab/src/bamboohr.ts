import { type HrPerson, hrPeople } from "./hr-people.ts"
import type { LabAnswer, VendorDefinition } from "./vendor.ts"

export interface BamboohrState {
  readonly company: string
  readonly apiKey: string
  readonly people: Map<string, HrPerson>
}

const refusal = (status: number, message: string): LabAnswer => ({
  status,
  headers: { "x-bamboohr-error-message": message },
  body: ""
})

const row = (person: HrPerson): Readonly<Record<string, string | null>> => ({
  id: person.id,
  employeeNumber: person.number,
  firstName: person.firstName,
  lastName: person.lastName,
  workEmail: person.email === "" ? null : person.email,
  jobTitle: person.title,
  department: person.department,
  supervisorEmail: person.managerEmail,
  status: person.ended ? "Inactive" : "Active",
  hireDate: person.hiredOn,
  terminationDate: person.lastDay ?? "0000-00-00",
  terminationReason: person.reason
})

/** BambooHR: one custom report of everyone; Basic with the key as the user; throttling is a 503. */
export const bamboohr: VendorDefinition<BamboohrState> = {
  name: "bamboohr",
  seed: () => ({ company: "acme", apiKey: "bamboo-key", people: hrPeople() }),
  handle: (request, { apiKey, company, people }) => {
    const expected = `Basic ${Buffer.from(`${apiKey}:x`).toString("base64")}`
    if (request.headers.authorization !== expected) return refusal(401, "Unauthorized")
    if (request.path !== `/api/gateway.php/${company}/v1/reports/custom` || request.method !== "POST") {
      return refusal(404, "Not found")
    }
    const asked = request.json()
    const fields = typeof asked === "object" && asked !== null && "fields" in asked ? asked.fields : undefined
    if (!Array.isArray(fields)) return refusal(400, "fields are missing")
    return {
      status: 200,
      body: {
        title: "Report",
        fields: fields.map((id) => ({ id, type: "text", name: id })),
        employees: [...people.values()].map((person) =>
          Object.fromEntries(Object.entries(row(person)).filter(([name]) => name === "id" || fields.includes(name)))
        )
      }
    }
  },
  writes: () => false,
  throttled: (seconds) => ({
    status: 503,
    ...(seconds === undefined ? {} : { headers: { "retry-after": String(seconds) } }),
    body: ""
  }),
  unauthorized: () => refusal(401, "Unauthorized"),
  forbidden: () => refusal(403, "Insufficient rights")
}
