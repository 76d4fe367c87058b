import { CalendarFeedsApi } from "@svc/contract/calendar-feeds/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CalendarFeeds } from "./service.ts"

export const CalendarFeedsHttp = HttpApiBuilder.group(
  appSurface.add(CalendarFeedsApi),
  "calendar-feeds",
  Effect.fn(function* (handlers) {
    const feeds = yield* CalendarFeeds
    return handlers.handleAll({
      show: () => feeds.show,
      create: () => feeds.create,
      revoke: () => Effect.as(feeds.revoke, { success: true as const })
    })
  })
)
