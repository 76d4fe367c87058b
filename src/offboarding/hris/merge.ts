import { Effect, Option, Redacted } from "effect"
import type { Candidate } from "#connections/vendors/protocol/connection"
import { at, dayOf, listOf, textOf } from "./reading.ts"
import { type MakeSource, personOf, readJson, unreadable } from "./source.ts"

const title = "Merge"
const pageSize = 100
const european = "https://api-eu.merge.dev"

const person = (row: unknown) => {
  const names = ["first_name", "last_name"].map((name) => textOf(at(row, name)))
  const employments = Option.getOrElse(listOf(at(row, "employments")), () => [])
  return personOf({
    externalId: at(row, "id"),
    number: at(row, "employee_number") ?? at(row, "remote_id") ?? at(row, "id"),
    names: [at(row, "display_full_name"), names.filter((name) => name !== undefined).join(" ")],
    email: at(row, "work_email"),
    role: at(row, "job_title") ?? employments.map((one) => at(one, "job_title")).find((job) => typeof job === "string"),
    department: at(row, "department"),
    managerEmail: at(row, "manager", "work_email"),
    employed: textOf(at(row, "employment_status"))?.toUpperCase() !== "INACTIVE",
    hiredOn: dayOf(at(row, "hire_date")) ?? dayOf(at(row, "start_date")),
    lastDay: dayOf(at(row, "termination_date")),
    reason: at(row, "termination_reason")
  })
}

const headers = (connection: Candidate) => {
  const secret = (name: string) => {
    const found = connection.secrets.get(name)
    return found === undefined ? "" : Redacted.value(found)
  }
  return {
    accept: "application/json",
    authorization: `Bearer ${secret("api_key")}`,
    "x-account-token": secret("account_token")
  }
}

export const merge: MakeSource = (addresses) => ({
  title,
  vendors: ["merge"],
  tellsDays: true,
  open: (calls, connection) => {
    const base =
      connection.settings["region"] === "eu"
        ? Option.getOrElse(addresses.override("merge"), () => european)
        : addresses.of("merge")
    return Effect.succeed((from) => {
      const cursor = Option.match(from, {
        onNone: () => "",
        onSome: (text) => `&cursor=${encodeURIComponent(text)}`
      })
      return calls
        .read({
          url: `${base}/api/hris/v1/employees?page_size=${pageSize}&expand=employments,manager${cursor}`,
          headers: headers(connection)
        })
        .pipe(
          Effect.flatMap((answer) => readJson(title, answer)),
          Effect.flatMap((body) =>
            Effect.fromOption(Option.map(listOf(at(body, "results")), (rows) => ({ body, rows })))
          ),
          Effect.catchTag("NoSuchElementError", () => Effect.fail(unreadable(title))),
          Effect.map(({ body, rows }) => ({
            people: rows.flatMap((row) => Option.toArray(person(row))),
            passedOver: 0,
            next: Option.fromUndefinedOr(textOf(nextCursor(at(body, "next")), 4096))
          }))
        )
    })
  }
})

/** A cursor, or an address that holds it. */
const nextCursor = (next: unknown): unknown =>
  typeof next === "string" && URL.canParse(next) ? new URL(next).searchParams.get("cursor") : next
