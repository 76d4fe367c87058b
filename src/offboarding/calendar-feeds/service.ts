import type { CalendarFeed, CreatedCalendarFeed } from "@svc/contract/calendar-feeds/schema"
import { Caller } from "@svc/contract/kernel/access"
import { Context, Data, DateTime, Effect, Option, Redacted } from "effect"
import { checkPermission } from "#access/requirements"
import { Sessions } from "#access/sessions"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { AppConfig } from "#platform/config/config"
import { Randomness } from "#platform/crypto/random"
import { Db } from "#platform/database/db"
import { Secrets } from "#platform/keys/secrets"
import { layerOf } from "#platform/services/layer-of"
import { icalendar } from "./icalendar.ts"
import { CalendarFeedsRepo } from "./repo.ts"
import { calendarName, calendarPurpose, eventsOf, tokenOf, windowOf } from "./rules.ts"

/** The link is unknown, replaced or revoked, or its member may no longer see offboardings. */
class FeedOpensNothing extends Data.TaggedError("FeedOpensNothing") {}

const target = auditText`Calendar link`

/** Members' private calendar links, one per member and organization, and the calendars that they open. */
export class CalendarFeeds extends Context.Service<
  CalendarFeeds,
  {
    readonly show: Effect.Effect<CalendarFeed, never, Caller>
    /** Replaces the caller's previous link. The URL is not stored. */
    readonly create: Effect.Effect<CreatedCalendarFeed, never, Caller>
    /** Without a link nothing changes. */
    readonly revoke: Effect.Effect<void, never, Caller>
    /** The calendar of `<token>.ics`, with what its member may see at this moment. */
    read(file: Redacted.Redacted): Effect.Effect<string, FeedOpensNothing>
  }
>()("svc/calendar-feeds/CalendarFeeds") {
  static readonly layerNoDeps = layerOf(CalendarFeeds, function* () {
    const db = yield* Db
    const repo = yield* CalendarFeedsRepo
    const audit = yield* Audit
    const secrets = yield* Secrets
    const sessions = yield* Sessions
    const randomness = yield* Randomness
    const { baseUrl } = yield* AppConfig

    const me = Effect.gen(function* () {
      const { orgId, userId } = yield* Caller
      return userId === null ? yield* Effect.die("This verb needs a session") : { orgId, userId }
    })

    const show = Effect.gen(function* () {
      const feed = Option.getOrNull(yield* repo.find(yield* me))
      return {
        active: feed !== null,
        created_at: feed?.created_at ?? null,
        last_read_at: feed?.last_read_at ?? null
      }
    }).pipe(db.transact, Effect.withSpan("CalendarFeeds.show"))

    const create = Effect.gen(function* () {
      const key = yield* me
      const now = yield* DateTime.now
      const token = yield* randomness.token(32)
      yield* repo.save({ ...key, token_digest: secrets.hmac(calendarPurpose, token), now })
      yield* audit.record({ action: "calendar_feed_created", target, details: auditText`replaces any earlier link` })
      return { url: `${baseUrl}/calendar/${token}.ics`, created_at: now }
    }).pipe(db.transact, Effect.withSpan("CalendarFeeds.create"))

    const revoke = Effect.gen(function* () {
      if (!(yield* repo.remove(yield* me))) return
      yield* audit.record({ action: "calendar_feed_revoked", target, details: auditText`the link no longer works` })
    }).pipe(db.transact, Effect.withSpan("CalendarFeeds.revoke"))

    const read = Effect.fn("CalendarFeeds.read")(function* (file: Redacted.Redacted) {
      const token = tokenOf(Redacted.value(file))
      if (token === undefined) return yield* new FeedOpensNothing()
      const feed = Option.getOrUndefined(yield* repo.open(secrets.hmacs(calendarPurpose, token)))
      if (feed === undefined) return yield* new FeedOpensNothing()
      const { email, language, org_id: orgId, organisation, user_id: userId } = feed
      const member = Option.getOrUndefined(yield* sessions.memberOf({ orgId, email }))
      if (member === undefined) return yield* new FeedOpensNothing()
      const allowed = checkPermission(member.caller, "offboardings_view")
      yield* Effect.mapError(Effect.fromResult(allowed), () => new FeedOpensNothing())

      const now = yield* DateTime.now
      const offboardings = yield* Effect.gen(function* () {
        yield* repo.mark({ orgId, userId }, now)
        return yield* repo.offboardings({ orgId, records: member.caller.records, ...windowOf(now) })
      }).pipe(db.transact, Effect.provideService(Caller, member.caller))
      return icalendar({
        name: calendarName(organisation, language),
        host: new URL(baseUrl).host,
        events: offboardings.flatMap((offboarding) => eventsOf(offboarding, { baseUrl, language }))
      })
    })

    return CalendarFeeds.of({ show, create, revoke, read })
  })
}
