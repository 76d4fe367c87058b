import { McpSurface } from "@svc/contract/mcp/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Assistants } from "./service.ts"

export const McpHttp = HttpApiBuilder.group(
  McpSurface,
  "mcp",
  Effect.fn(function* (handlers) {
    const { answer } = yield* Assistants
    return handlers
      .handleRaw("message", () => answer)
      .handleRaw("listen", () => answer)
      .handleRaw("end", () => answer)
  })
)
