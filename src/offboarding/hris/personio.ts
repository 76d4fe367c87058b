import { Effect, Option, Redacted } from "effect"
import { at, dayOf, listOf, textOf } from "./reading.ts"
import { type MakeSource, personOf, readJson, SourceRefused, unreadable } from "./source.ts"

const title = "Personio"
const pageSize = 200

const attribute = (row: unknown, name: string) => at(row, "attributes", name, "value")

const person = (row: unknown) => {
  const said = (name: string) => attribute(row, name)
  const names = ["first_name", "last_name"].map((name) => textOf(said(name)))
  const department = said("department")
  const contractEnd = dayOf(said("termination_date"))
  return personOf({
    externalId: said("id"),
    number: said("id"),
    names: [said("preferred_name"), names.filter((name) => name !== undefined).join(" ")].toReversed(),
    email: said("email"),
    role: said("position"),
    department: at(department, "attributes", "name") ?? department,
    managerEmail: attribute(said("supervisor"), "email"),
    employed: textOf(said("status"))?.toLowerCase() !== "inactive",
    hiredOn: dayOf(said("hire_date")),
    // The contract may continue after the last day at work (garden leave).
    lastDay: dayOf(said("last_working_day")) ?? contractEnd,
    employmentEndsOn: contractEnd,
    reason: said("termination_type") ?? said("termination_reason")
  })
}

const secret = (value: Redacted.Redacted | undefined) => (value === undefined ? "" : Redacted.value(value))

/** API v1, with tokens valid for 24 hours; each sync signs in again, so none is stored. */
export const personio: MakeSource = (addresses) => ({
  title,
  vendors: ["personio"],
  tellsDays: true,
  open: Effect.fnUntraced(function* (calls, connection) {
    const base = addresses.of("personio")
    const granted = yield* Effect.flatMap(
      calls.ask({
        url: `${base}/v1/auth`,
        headers: { accept: "application/json", "content-type": "application/json" },
        body: JSON.stringify({
          client_id: connection.settings["client_id"] ?? "",
          client_secret: secret(connection.secrets.get("client_secret"))
        })
      }),
      (answer) => readJson(title, answer)
    )
    const token = textOf(at(granted, "data", "token"), 8192)
    if (token === undefined) {
      return yield* new SourceRefused({
        reason: "credential",
        message: `${title} did not accept the credential. Check client_id and client_secret`
      })
    }
    return (from) => {
      const offset = Number(Option.getOrElse(from, () => "0"))
      return calls
        .read({
          url: `${base}/v1/company/employees?limit=${pageSize}&offset=${offset}`,
          headers: { accept: "application/json", authorization: `Bearer ${token}` }
        })
        .pipe(
          Effect.flatMap((answer) => readJson(title, answer)),
          Effect.flatMap((body) => Effect.fromOption(Option.map(listOf(at(body, "data")), (rows) => ({ body, rows })))),
          Effect.catchTag("NoSuchElementError", () => Effect.fail(unreadable(title))),
          Effect.map(({ body, rows }) => {
            const seen = offset + rows.length
            const total = at(body, "metadata", "total_elements")
            const more = typeof total === "number" ? rows.length > 0 && seen < total : rows.length >= pageSize
            return {
              people: rows.flatMap((row) => Option.toArray(person(row))),
              passedOver: 0,
              next: more ? Option.some(String(seen)) : Option.none<string>()
            }
          })
        )
    }
  })
})
