import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { group, route } from "../kernel/route.ts"
import { Found, maxFound, SearchQuery } from "./schema.ts"

/** One search over the records that a member sees. */
export class SearchApi extends HttpApiGroup.make("search")
  .add(
    HttpApiEndpoint.get("find", "/", { query: SearchQuery, success: Found }).annotateMerge(
      route(
        { open: true },
        "Search all records",
        `Offboardings, people, equipment (also by serial number), and documents in the caller's record scope: at most ${maxFound} ` +
          "of each, with the number of all matches. A kind is null without its permission: `offboardings_view`, " +
          "`assets_view`, `compliance_view`."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/search")
  .annotateMerge(group("Search", "One search over offboardings, people, equipment, and documents")) {}
