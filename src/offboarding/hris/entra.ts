import { Effect, Option, Redacted } from "effect"
import type { Candidate } from "#connections/vendors/protocol/connection"
import { addressOf, at, listOf, textOf } from "./reading.ts"
import { type MakeSource, personOf, readJson, SourceRefused, unreadable } from "./source.ts"

const title = "Entra ID"
const selected = "id,displayName,mail,userPrincipalName,jobTitle,department,accountEnabled,employeeId,userType"

const isGuest = (row: unknown) =>
  textOf(at(row, "userType"))?.toLowerCase() === "guest" || /#EXT#/i.test(textOf(at(row, "userPrincipalName")) ?? "")

const person = (row: unknown) =>
  personOf({
    externalId: at(row, "id"),
    // Other systems do not know the object's id, so it is not an employee number.
    number: at(row, "employeeId"),
    names: [at(row, "displayName")],
    email: addressOf(at(row, "mail")) ?? at(row, "userPrincipalName"),
    role: at(row, "jobTitle"),
    department: at(row, "department"),
    managerEmail: undefined,
    employed: at(row, "accountEnabled") !== false,
    hiredOn: null,
    lastDay: null,
    reason: null
  })

/** The directory of a tenant over Microsoft Graph: its members, page by page. */
export const entra: MakeSource = (addresses) => ({
  title,
  vendors: ["azureLogin", "graph"],
  // An account is disabled, since when Graph does not say.
  tellsDays: false,
  open: Effect.fnUntraced(function* (calls, connection) {
    const graph = addresses.of("graph")
    const token = yield* signIn(connection)
    return (from) => {
      const url = Option.getOrElse(from, () => `${graph}/v1.0/users?$select=${selected}&$top=200`)
      return calls.read({ url, headers: { accept: "application/json", authorization: `Bearer ${token}` } }).pipe(
        Effect.flatMap((answer) => readJson(title, answer)),
        Effect.flatMap((body) => Effect.fromOption(Option.map(listOf(at(body, "value")), (rows) => ({ body, rows })))),
        Effect.catchTag("NoSuchElementError", () => Effect.fail(unreadable(title))),
        Effect.flatMap(({ body, rows }) =>
          Effect.map(nextLink(graph, at(body, "@odata.nextLink")), (next) => {
            const members = rows.filter((row) => !isGuest(row))
            return {
              people: members.flatMap((row) => Option.toArray(person(row))),
              passedOver: rows.length - members.length,
              next
            }
          })
        )
      )
    }

    function signIn({ secrets, settings }: Candidate) {
      const secret = secrets.get("client_secret")
      const tenant = encodeURIComponent(String(settings["tenant_id"] ?? ""))
      const form = new URLSearchParams({
        grant_type: "client_credentials",
        client_id: String(settings["client_id"] ?? ""),
        client_secret: secret === undefined ? "" : Redacted.value(secret),
        scope: "https://graph.microsoft.com/.default"
      })
      return calls
        .ask({
          url: `${addresses.of("azureLogin")}/${tenant}/oauth2/v2.0/token`,
          headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
          body: form.toString()
        })
        .pipe(
          // A wrong secret is a 400 or 401 with an error code.
          Effect.flatMap((answer) => (answer.status === 400 ? Effect.fail(refused) : readJson(title, answer))),
          Effect.flatMap((body) => {
            const token = textOf(at(body, "access_token"), 16_384)
            return token === undefined ? Effect.fail(refused) : Effect.succeed(token)
          })
        )
    }
  })
})

const refused = new SourceRefused({
  reason: "credential",
  message: `${title} did not accept the credential. Connect it again`
})

/** The next page, at the address that Graph has here: the token goes nowhere else, whatever the link names. */
const nextLink = (graph: string, link: unknown): Effect.Effect<Option.Option<string>, SourceRefused> => {
  if (link === undefined || link === null) return Effect.succeedNone
  const next = typeof link === "string" && URL.canParse(link) ? new URL(link) : undefined
  return next?.pathname === "/v1.0/users"
    ? Effect.succeedSome(`${graph}${next.pathname}${next.search}`)
    : Effect.fail(
        new SourceRefused({
          reason: "other",
          message: `${title} linked to a next page on another host, which was not read`
        })
      )
}
