import { ChatUnproven, ChatUrlRefused, TeamsNotConnected } from "@svc/contract/chat/errors"
import type { ChatTest, ConnectTeams } from "@svc/contract/chat/schema"
import type { Integration } from "@svc/contract/integrations/schema"
import { Caller } from "@svc/contract/kernel/access"
import { Context, Effect, Option, Redacted } from "effect"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Integrations } from "#connections/integrations/service"
import { AppConfig } from "#platform/config/config"
import { Db } from "#platform/database/db"
import { Outbound } from "#platform/outbound/outbound"
import { layerOf } from "#platform/services/layer-of"
import { chatWords } from "./message.ts"
import { makePosting } from "./posting.ts"
import { ChatRepo } from "./repo.ts"

/** The organization's channel in Microsoft Teams. */
export class Teams extends Context.Service<
  Teams,
  {
    /** Posts a first message, and saves the address if that was taken. */
    connect(input: ConnectTeams): Effect.Effect<Integration, ChatUrlRefused | ChatUnproven, Caller>
    /** Posts a test message; a refusal is an answer, not an error. */
    readonly test: Effect.Effect<ChatTest, TeamsNotConnected, Caller>
  }
>()("svc/chat/Teams") {
  static readonly layerNoDeps = layerOf(Teams, function* () {
    const db = yield* Db
    const audit = yield* Audit
    const integrations = yield* Integrations
    const outbound = yield* Outbound
    const repo = yield* ChatRepo
    const { baseUrl } = yield* AppConfig
    const { toTeams } = yield* makePosting

    const greeting = Effect.fnUntraced(function* (kind: "connected" | "test") {
      const { buttons, [kind]: text } = chatWords[yield* repo.languageOf((yield* Caller).orgId)]
      return { ...text, facts: [], link: baseUrl, decides: null, buttons }
    })

    const connect = Effect.fn("Teams.connect")(function* ({ webhook_url }: ConnectTeams) {
      const url = yield* outbound
        .check(webhook_url)
        .pipe(Effect.mapError(({ reason }) => new ChatUrlRefused({ error: `webhook_url: ${reason}` })))
      const secret = Redacted.make(webhook_url)
      const posted = yield* toTeams(secret, yield* greeting("connected"))
      if (posted._tag === "Failed") {
        return yield* posted.status !== null && posted.final
          ? new ChatUnproven({
              error: `webhook_url: ${posted.message} to a first message. Copy the URL from the workflow again`,
              code: "credential_refused"
            })
          : new ChatUnproven({
              error: `webhook_url: ${posted.message}. Check the URL and try again`,
              code: "vendor_unanswering"
            })
      }
      return yield* integrations.connect({
        serviceName: "teams",
        protocol: "teams",
        settings: { host: url.host },
        secrets: new Map([["webhook_url", secret]]),
        canRevoke: false,
        // The host only: the path and the query are the credential.
        details: auditText`Microsoft Teams channel at ${url.host}`
      })
    })

    const test = Effect.gen(function* () {
      const connection = yield* Effect.orDie(integrations.connection("teams"))
      const url = Option.flatMap(connection, ({ secrets }) => Option.fromUndefinedOr(secrets.get("webhook_url")))
      if (Option.isNone(url)) return yield* new TeamsNotConnected()
      const posted = yield* toTeams(url.value, yield* greeting("test"))
      const status = posted.status === null ? {} : { status: posted.status }
      const answer: ChatTest =
        posted._tag === "Sent" ? { success: true, ...status } : { success: false, ...status, error: posted.message }
      yield* audit
        .record({
          action: "teams_tested",
          target: auditText`teams`,
          details: auditText`${posted._tag === "Sent" ? "The test message was accepted" : posted.message}`
        })
        .pipe(db.transact)
      return answer
    }).pipe(Effect.withSpan("Teams.test"))

    return Teams.of({ connect, test })
  })
}
