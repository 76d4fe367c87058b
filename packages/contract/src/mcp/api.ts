import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Requires } from "../kernel/access.ts"
import { behindKey } from "../kernel/behind.ts"

/** Reads continue while an organization is read-only; the tools that propose refuse then. */
const assistant = { scope: "mcp", whileReadOnly: true } as const

const Answer = Schema.Json

/** MCP's own documentation describes its transport; here is who may call it. */
export class McpApi extends HttpApiGroup.make("mcp")
  .add(
    HttpApiEndpoint.post("message", "/", { success: [Answer, HttpApiSchema.Accepted] }).annotate(Requires, assistant),
    HttpApiEndpoint.get("listen", "/", { success: Answer }).annotate(Requires, assistant),
    HttpApiEndpoint.delete("end", "/").annotate(Requires, assistant)
  )
  .pipe(behindKey)
  .prefix("/mcp") {}

/** `/mcp`, by API key: tools for assistants (Model Context Protocol over streamable HTTP). */
export class McpSurface extends HttpApi.make("mcp").add(McpApi) {}
