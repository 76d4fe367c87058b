import { type Duration, Effect, Option, Redacted } from "effect"
import { retryAfter } from "#connections/vendors/protocol/calls"
import type { Candidate } from "#connections/vendors/protocol/connection"
import { at, dayOf, listOf, textOf } from "./reading.ts"
import { type MakeSource, personOf, readJson, unreadable } from "./source.ts"

const title = "BambooHR"

const fields = [
  "employeeNumber",
  "firstName",
  "lastName",
  "preferredName",
  "workEmail",
  "jobTitle",
  "department",
  "supervisorEmail",
  "status",
  "hireDate",
  "terminationDate",
  "terminationType",
  "terminationReason"
]

const person = (row: unknown) => {
  const first = textOf(at(row, "firstName"))
  const last = textOf(at(row, "lastName"))
  return personOf({
    externalId: at(row, "id"),
    number: at(row, "employeeNumber") ?? at(row, "id"),
    names: [[first, last].filter((name) => name !== undefined).join(" "), at(row, "displayName")],
    email: at(row, "workEmail"),
    role: at(row, "jobTitle"),
    department: at(row, "department"),
    managerEmail: at(row, "supervisorEmail"),
    employed: textOf(at(row, "status"))?.toLowerCase() !== "inactive",
    hiredOn: dayOf(at(row, "hireDate")),
    lastDay: dayOf(at(row, "terminationDate")),
    reason: at(row, "terminationReason") ?? at(row, "terminationType")
  })
}

const credential = (connection: Candidate) => {
  const key = connection.secrets.get("api_key")
  return Buffer.from(`${key === undefined ? "" : Redacted.value(key)}:x`).toString("base64")
}

/**
 * One report of all people: BambooHR does not page custom reports, so a company with more than about 3,000 people,
 * whose report exceeds 1 MB, is refused with a sentence. It throttles by 503 with `Retry-After` (offboarding-113).
 */
export const bamboohr: MakeSource = (addresses) => ({
  title,
  vendors: ["bamboohr"],
  tellsDays: true,
  throttle: (answer, now) =>
    answer.status === 503 || answer.status === 429 ? retryAfter(answer, now) : Option.none<Duration.Duration>(),
  open: (calls, connection) => {
    const company = encodeURIComponent(String(connection.settings["subdomain"] ?? ""))
    return Effect.succeed(() =>
      calls
        .ask({
          url: `${addresses.of("bamboohr")}/api/gateway.php/${company}/v1/reports/custom?format=json&onlyCurrent=false`,
          headers: {
            accept: "application/json",
            "content-type": "application/json",
            authorization: `Basic ${credential(connection)}`
          },
          body: JSON.stringify({ title: "Directory", fields })
        })
        .pipe(
          Effect.flatMap((answer) => readJson(title, answer)),
          Effect.flatMap((body) => Effect.fromOption(listOf(at(body, "employees")))),
          Effect.catchTag("NoSuchElementError", () => Effect.fail(unreadable(title))),
          Effect.map((rows) => ({
            people: rows.flatMap((row) => Option.toArray(person(row))),
            passedOver: 0,
            next: Option.none<string>()
          }))
        )
    )
  }
})
