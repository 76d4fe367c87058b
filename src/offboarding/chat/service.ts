import { planFeatures } from "@svc/contract/kernel/plans"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Caller } from "@svc/contract/kernel/access"
import * as pages from "@svc/dashboard/pages"
import { Context, DateTime, type Duration, Effect, Option, Schema } from "effect"
import { Integrations } from "#connections/integrations/service"
import type { Envelope } from "#outgoing/outbox/service"
import { AppConfig } from "#platform/config/config"
import type { Transaction } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { makeTakeUp } from "#platform/jobs/each-claimed"
import { systemCaller } from "#platform/jobs/system-caller"
import { Wakeups } from "#platform/jobs/wakeups"
import { layerOf } from "#platform/services/layer-of"
import { messageOf } from "./message.ts"
import { makePosting } from "./posting.ts"
import { ChatRepo, type ClaimedMessage } from "./repo.ts"
import { ChatFact, factOf, isOfSeveral, nextAttempt, type Posted } from "./rules.ts"
import { chatMessages } from "./topic.ts"

const batchSize = 20
const lease = "2 minutes"
/** About what a channel takes. */
const pace = "1 second"
const keptDays = 30

const Fact = Schema.fromJsonString(ChatFact)
const encodeFact = Schema.encodeEffect(Fact)
const readFact = Schema.decodeUnknownEffect(ChatFact)

const pointless = {
  _tag: "Failed" as const,
  status: null,
  message: "The chat is no longer connected, or the record no longer exists",
  final: true,
  refused: false,
  wait: Option.none<Duration.Duration>()
} satisfies Posted

/** Messages about offboardings for the organization's connected team chats (chat-1, chat-2). */
export class Chat extends Context.Service<
  Chat,
  {
    /** Queues the event's message, in the dispatch's transaction. */
    tell(envelope: Envelope): Effect.Effect<void, never, Transaction>
    /** The organizations that get messages. */
    concerned(orgIds: ReadonlyArray<OrgId>): Effect.Effect<ReadonlySet<OrgId>, never, Transaction>
    /** Sends what is due: of each channel one message a second, each by one node. */
    sendDue(orgId: OrgId | undefined): Effect.Effect<{ readonly sent: number; readonly failed: number }>
    /** Forgets the messages that ended more than 30 days ago; answers how many. */
    readonly purge: Effect.Effect<number>
  }
>()("svc/chat/Chat") {
  static readonly layerNoDeps = layerOf(Chat, function* () {
    const repo = yield* ChatRepo
    const integrations = yield* Integrations
    const randomness = yield* Randomness
    const takeUp = yield* makeTakeUp
    const wakeups = yield* Wakeups
    const { baseUrl } = yield* AppConfig
    const { toSlack, toTeams } = yield* makePosting

    const tell = Effect.fnUntraced(function* ({ actorId, event, orgId }: Envelope) {
      const told = factOf(event, actorId)
      if (told === null) return
      yield* repo.queue({
        orgId,
        slackId: yield* randomness.uuid,
        teamsId: yield* randomness.uuid,
        fact: yield* Effect.orDie(encodeFact(told.fact)),
        about: told.about,
        subjectIds: told.ids,
        now: yield* DateTime.now
      })
      yield* wakeups.signal(chatMessages)
    })

    const post = Effect.fnUntraced(function* (claimed: ClaimedMessage) {
      if (!planFeatures[claimed.plan].includes("slackNotifications")) return pointless
      const connection = yield* Effect.orDie(integrations.connection(claimed.service))
      const fact = yield* Effect.orDie(readFact(claimed.fact))
      const subject = yield* repo.subjectOf(claimed, "by" in fact ? (fact.by ?? null) : null)
      if (Option.isNone(connection) || Option.isNone(subject)) return pointless
      // An erased person appears only in the count of an import.
      if (subject.value.erased && !isOfSeveral(fact)) return pointless
      const { actor, department, exit_date, id, language, name, revision, submitter } = subject.value
      const page = isOfSeveral(fact)
        ? pages.offboardings()
        : claimed.initiation_id === null
          ? pages.offboarding({ id })
          : pages.initiation({ id })
      const message = messageOf(
        fact,
        { id, name, language, exitDate: exit_date, department, submitter, revision, actor },
        `${baseUrl}${page}`
      )
      if (claimed.service === "slack") {
        const posted = yield* toSlack(connection.value, message)
        const refused = posted._tag === "Failed" && posted.refused
        // A message that was taken proves the bot's token alone, not the one that revokes access (connections-27).
        if (refused) yield* integrations.credentialRefused(connection.value.id, true)
        return posted
      }
      const url = connection.value.secrets.get("webhook_url")
      return url === undefined ? pointless : yield* toTeams(url, message)
    })

    const settle = Effect.fnUntraced(function* (claimed: ClaimedMessage, posted: Posted) {
      const at = yield* DateTime.now
      if (posted._tag === "Sent") {
        yield* repo.settle(claimed, { status: "sent", at, error: null, nextAttemptAt: at })
        return true
      }
      const next = posted.final ? Option.none() : nextAttempt(claimed.attempts, at)
      yield* repo.settle(claimed, {
        status: Option.isSome(next) ? "pending" : "dead",
        at,
        error: posted.message,
        nextAttemptAt: Option.getOrElse(next, () => at)
      })
      if (Option.isSome(posted.wait)) yield* repo.holdBack(claimed, DateTime.addDuration(at, posted.wait.value))
      return false
    })

    const send = Effect.fnUntraced(function* (claimed: ClaimedMessage) {
      const posted = yield* post(claimed).pipe(
        Effect.provideService(Caller, systemCaller(claimed.org_id)),
        // One message that cannot be made holds up no other.
        Effect.catchDefect((defect) =>
          Effect.as(Effect.logError("chat message not sent", defect), {
            ...pointless,
            message: "The message could not be sent because of an internal error",
            final: false
          } satisfies Posted)
        )
      )
      return yield* settle(claimed, posted)
    })

    const sendDue = Effect.fn("Chat.sendDue")(function* (orgId: OrgId | undefined) {
      const { rows } = yield* takeUp({
        orgId,
        claim: (claiming) => repo.claim(claiming, DateTime.subtractDuration(claiming.now, pace)),
        lease,
        limit: batchSize
      })
      const sent = yield* Effect.forEach(rows, send, { concurrency: batchSize })
      return { sent: sent.filter(Boolean).length, failed: sent.filter((ok) => !ok).length }
    })

    const purge = Effect.gen(function* () {
      return yield* repo.purge(DateTime.subtract(yield* DateTime.now, { days: keptDays }))
    }).pipe(Effect.withSpan("Chat.purge"))

    return Chat.of({ tell, concerned: repo.connectedAmong, sendDue, purge })
  })
}
