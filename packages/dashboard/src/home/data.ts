import { Effect } from "effect"
import { queryOne } from "../platform/atoms.ts"

// It knows the schemas of half a dozen domains, which nobody needs once everything is in place.
const loaded = Effect.promise(() => import("./set-up-data.ts"))

/** What an organisation has to have before it runs by itself, and whether it has it. Asked for by administrators only. */
export const setUp = queryOne(
  () => Effect.flatMap(loaded, ({ readSetUp }) => readSetUp()),
  ["integrations", "people", "members", "webhooks", "cases"]
)
