import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { group, route } from "../kernel/route.ts"
import { Home } from "./schema.ts"

/** The dashboard's first page, in one request. */
export class HomeApi extends HttpApiGroup.make("home")
  .add(
    HttpApiEndpoint.get("show", "/", { success: Home }).annotateMerge(
      route(
        { open: true },
        "View Home",
        "What needs attention, who leaves in the next two weeks, the caller's tasks and the counts of the lists, " +
          "within the caller's record scope. What the caller has no permission for is null or omitted. A helper " +
          "route of the dashboard."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/home")
  .annotateMerge(group("Home", "The dashboard's first page")) {}
