import { Effect, Option, Redacted, Ref } from "effect"
import type { Candidate } from "#connections/vendors/protocol/connection"
import { at, dayOf, listOf, textOf } from "./reading.ts"
import { type MakeSource, personOf, readJson, unreadable } from "./source.ts"

const title = "HiBob"
const pageSize = 100

const fields = [
  "root.id",
  "root.fullName",
  "root.displayName",
  "root.firstName",
  "root.surname",
  "root.email",
  "work.title",
  "work.department",
  "work.startDate",
  "work.reportsTo",
  "work.employeeIdInCompany",
  "internal.status",
  "internal.lifecycleStatus",
  "internal.terminationDate",
  "internal.terminationType",
  "internal.terminationReason"
]

/** HiBob answers a field nested (`root.email`), or under its path (`/root/email`) with the value inside. */
const field = (row: unknown, path: string): unknown => {
  const slashed = at(row, `/${path.replace(".", "/")}`)
  const [category = "", name = ""] = path.split(".")
  const found = slashed ?? at(row, category, name) ?? (category === "root" ? at(row, name) : undefined)
  return at(found, "value") ?? found
}

const ended = new Set(["inactive", "terminated"])

const person = (row: unknown) => {
  const said = (path: string) => field(row, path)
  const status = textOf(said("internal.status"))?.toLowerCase() ?? ""
  const lifecycle = textOf(said("internal.lifecycleStatus"))?.toLowerCase() ?? ""
  const names = ["root.firstName", "root.surname"].map((path) => textOf(said(path)))
  return personOf({
    externalId: said("root.id"),
    number: said("work.employeeIdInCompany") ?? said("root.id"),
    names: [said("root.fullName"), said("root.displayName"), names.filter((name) => name !== undefined).join(" ")],
    email: said("root.email"),
    role: said("work.title"),
    department: said("work.department"),
    managerEmail: at(said("work.reportsTo"), "email"),
    employed: !ended.has(status) && !ended.has(lifecycle),
    hiredOn: dayOf(said("work.startDate")),
    lastDay: dayOf(said("internal.terminationDate")),
    reason: said("internal.terminationReason") ?? said("internal.terminationType")
  })
}

const headers = (connection: Candidate) => {
  const token = connection.secrets.get("token")
  const user = String(connection.settings["service_user_id"] ?? "")
  const pair = `${user}:${token === undefined ? "" : Redacted.value(token)}`
  return {
    accept: "application/json",
    "content-type": "application/json",
    authorization: `Basic ${Buffer.from(pair).toString("base64")}`
  }
}

/** A search returns everyone in one response, so the ids are read first, then people by id. */
export const hibob: MakeSource = (addresses) => ({
  title,
  vendors: ["hibob"],
  tellsDays: true,
  open: Effect.fnUntraced(function* (calls, connection) {
    const ids = yield* Ref.make<ReadonlyArray<string>>([])
    const search = (body: Readonly<Record<string, unknown>>) =>
      calls
        .ask({
          url: `${addresses.of("hibob")}/v1/people/search`,
          headers: headers(connection),
          body: JSON.stringify({ showInactive: true, humanReadable: "REPLACE", ...body })
        })
        .pipe(
          Effect.flatMap((answer) => readJson(title, answer)),
          Effect.flatMap((body) => Effect.fromOption(listOf(at(body, "employees")))),
          Effect.catchTag("NoSuchElementError", () => Effect.fail(unreadable(title)))
        )

    const pageAt = Effect.fnUntraced(function* (start: number) {
      const all = yield* Ref.get(ids)
      const wanted = all.slice(start, start + pageSize)
      const rows =
        wanted.length === 0
          ? []
          : yield* search({ fields, filters: [{ fieldPath: "root.id", operator: "equals", values: wanted }] })
      // People that the filter should have excluded come with their own page.
      const people = rows.flatMap((row) => Option.toArray(person(row)))
      const next = start + pageSize
      return {
        people: people.filter(({ externalId }) => wanted.includes(externalId)),
        passedOver: 0,
        next: next < all.length ? Option.some(String(next)) : Option.none<string>()
      }
    })

    return Option.match({
      onNone: () =>
        Effect.gen(function* () {
          const rows = yield* search({ fields: ["root.id"] })
          const known = rows.flatMap((row) => textOf(field(row, "root.id"), 100) ?? [])
          yield* Ref.set(ids, [...new Set(known)])
          return yield* pageAt(0)
        }),
      onSome: (start) => pageAt(Number(start))
    })
  })
})
