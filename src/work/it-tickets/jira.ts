import { Effect, Option, Schema } from "effect"
import {
  answerOf,
  basic,
  type Desk,
  DeskFailed,
  isHmac,
  secretOf,
  settingOf,
  textsAt,
  type TicketAt,
  TicketName,
  type TicketSystem
} from "./ticket-system.ts"

const Created = Schema.Struct({ id: Schema.optionalKey(TicketName), key: TicketName })
const Found = Schema.Struct({
  issues: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        id: TicketName,
        key: Schema.optionalKey(TicketName),
        fields: Schema.optionalKey(Schema.Struct({ labels: Schema.optionalKey(Schema.Array(Schema.String)) }))
      })
    )
  )
})
const Status = Schema.Struct({
  fields: Schema.Struct({
    status: Schema.Struct({
      statusCategory: Schema.optionalKey(Schema.Struct({ key: Schema.String }))
    })
  })
})

const headers = (desk: Desk) => ({
  authorization: basic(settingOf(desk, "email"), secretOf(desk, "api_token")),
  accept: "application/json"
})

const jsonHeaders = (desk: Desk) => ({ ...headers(desk), "content-type": "application/json" })

const ticketAt = (desk: Desk, id: string, key: string): TicketAt => ({
  id,
  key,
  url: `${settingOf(desk, "base_url")}/browse/${encodeURIComponent(key)}`
})

/** Atlassian Document Format, which REST v3 asks for. */
const documentOf = (lines: ReadonlyArray<string>) => ({
  type: "doc",
  version: 1,
  content: lines.map((text) => ({ type: "paragraph", content: [{ type: "text", text }] }))
})

/** Jira Cloud, REST API v3. Tickets are found again by a label. */
export const jira: TicketSystem = {
  vendor: "jira",

  prove: (calls, desk) =>
    calls
      .read({ url: `${desk.baseUrl}/rest/api/3/myself`, headers: headers(desk) })
      .pipe(answerOf(Schema.Json), Effect.asVoid),

  find: Effect.fnUntraced(function* (calls, desk, mark) {
    const jql = `labels = "${mark}"`
    const asked = calls
      .ask({
        url: `${desk.baseUrl}/rest/api/3/search/jql`,
        headers: jsonHeaders(desk),
        body: JSON.stringify({ jql, maxResults: 2, fields: ["labels"] })
      })
      .pipe(answerOf(Found))
    // What Jira had before, and its own servers still have.
    const older = () =>
      calls
        .read({
          url: `${desk.baseUrl}/rest/api/3/search?jql=${encodeURIComponent(jql)}&maxResults=2&fields=labels`,
          headers: headers(desk)
        })
        .pipe(answerOf(Found))
    const { issues } = yield* Effect.catchIf(asked, ({ kind }) => kind === "missing", older)
    if (issues === undefined) {
      return yield* new DeskFailed({ kind: "unknown", message: "Jira's search gave an answer that cannot be read" })
    }
    // Compared here too: a search that is ignored lists other people's issues.
    const found = issues.find(({ fields }) => fields?.labels?.includes(mark))
    return Option.map(Option.fromUndefinedOr(found), ({ id, key }) => ticketAt(desk, id, key ?? id))
  }),

  create: (calls, desk, ticket) =>
    calls
      .write({
        method: "POST",
        url: `${desk.baseUrl}/rest/api/3/issue`,
        headers: jsonHeaders(desk),
        body: JSON.stringify({
          fields: {
            project: { key: settingOf(desk, "project_key") },
            issuetype: { name: settingOf(desk, "issue_type") },
            summary: ticket.summary,
            description: documentOf(ticket.lines),
            labels: [ticket.mark]
          }
        })
      })
      .pipe(
        answerOf(Created),
        Effect.map(({ id, key }) => ticketAt(desk, id ?? key, key))
      ),

  isResolved: (calls, desk, { key }) =>
    calls
      .read({
        url: `${desk.baseUrl}/rest/api/3/issue/${encodeURIComponent(key)}?fields=status`,
        headers: headers(desk)
      })
      .pipe(
        answerOf(Status),
        Effect.map(({ fields }) => fields.status.statusCategory?.key === "done")
      ),

  isSigned: ({ body, headers }, secret) => {
    const given = /^sha256=([0-9a-f]{64})$/i.exec(headers["x-hub-signature"] ?? headers["x-hub-signature-256"] ?? "")
    return isHmac(given?.[1]?.toLowerCase(), secret, [body], "hex")
  },

  named: (body) => textsAt(body, ["issue.key", "issue.id", "issue_key", "key"])
}
