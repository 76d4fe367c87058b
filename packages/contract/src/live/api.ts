import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { group, route } from "../kernel/route.ts"

/** Where the stream is: an `EventSource` takes an address. */
export const livePath = "/api/events"

/** Changes by others, for open pages (live-1). */
export class LiveApi extends HttpApiGroup.make("live")
  .add(
    HttpApiEndpoint.get("follow", "/", {
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/event-stream" }))
    }).annotateMerge(
      route(
        { open: true, stream: true },
        "Follow changes",
        "Server-sent events with the names of changed records, without their content: `opened` first, then " +
          '`changed` with a JSON array of `{ "resource", "id", "own" }`, or `everything` if there are too many ' +
          "changes to list. Only records that the caller sees are included. Changes of the ten seconds before are " +
          "included too. A comment is sent every 20 seconds; a reader that takes nothing for a minute is " +
          "disconnected. The stream ends with the session, and when the caller's record scope changes. It stays " +
          "open for clients with `text/event-stream` in `Accept`, such as `EventSource`, and ends after the first " +
          "answer for others. Four at the same time per session, and 60 connections a minute per user, counted " +
          "separately from other requests."
      )
    )
  )
  .pipe(behindSession)
  .prefix(livePath)
  .annotateMerge(group("Live", "Changes by others as they happen")) {}
