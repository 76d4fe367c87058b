import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { group, route } from "../kernel/route.ts"

/** Where the stream is: an `EventSource` takes an address. */
export const livePath = "/api/events"

/** What others change, told to whoever looks (live-1). */
export class LiveApi extends HttpApiGroup.make("live")
  .add(
    HttpApiEndpoint.get("follow", "/", {
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/event-stream" }))
    }).annotateMerge(
      route(
        { open: true, stream: true },
        "Follow what changes",
        "Server-sent events that name what changed and carry nothing of it: `opened` first, then `changed` with a " +
          'JSON array of `{ "resource", "id", "own" }`, or `everything` when too much changed to be named. Only what ' +
          "you may see is told. What changed in the ten seconds before is told as well. A comment comes every 20 " +
          "seconds; a reader who takes nothing for a minute is let go. The stream ends with the session, and when " +
          "what you may see is another. It stays open for whoever names `text/event-stream` in `Accept`, as " +
          "`EventSource` does, and ends after the first answer for others. Four at once per session, and 60 openings a minute per user, counted apart from other requests."
      )
    )
  )
  .pipe(behindSession)
  .prefix(livePath)
  .annotateMerge(group("Live", "What others change, as it happens")) {}
