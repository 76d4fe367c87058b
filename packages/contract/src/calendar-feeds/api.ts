import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { group, route } from "../kernel/route.ts"
import { CalendarFeed, CalendarFeedRevoked, CreatedCalendarFeed } from "./schema.ts"

/** The signed-in member's private calendar link (calendar-1). */
export class CalendarFeedsApi extends HttpApiGroup.make("calendar-feeds")
  .add(
    HttpApiEndpoint.get("show", "/", { success: CalendarFeed }).annotateMerge(
      route(
        { open: true },
        "View your calendar link",
        "Whether you have a calendar link in this organization, and when a calendar last loaded it."
      )
    ),
    HttpApiEndpoint.post("create", "/", {
      success: CreatedCalendarFeed.pipe(HttpApiSchema.status(201))
    }).annotateMerge(
      route(
        { permission: "offboardings_view", stepUp: "own" },
        "Create your calendar link",
        "A private URL for calendar apps (iCalendar, RFC 5545) with the last days of the offboardings that you can see. " +
          "It replaces your previous link. The URL is returned once. Your role and record scope are read on every load, " +
          "and the link ends with your membership."
      )
    ),
    HttpApiEndpoint.delete("revoke", "/", { success: CalendarFeedRevoked }).annotateMerge(
      route(
        { open: true, whileReadOnly: true },
        "Revoke your calendar link",
        "The link stops working immediately. Without one nothing changes."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/calendar-feed")
  .annotateMerge(group("Calendar link", "Last days of offboardings in your calendar app")) {}
