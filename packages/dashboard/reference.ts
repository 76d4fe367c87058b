import { Requires } from "@svc/contract/kernel/access"
import { PublicApi } from "@svc/contract/public-api"
import { Context, Schema } from "effect"
import { OpenApi } from "effect/http-api"
import type { Plugin } from "vite"

const Operation = Schema.Struct({ summary: Schema.String })

const Document = Schema.Struct({
  paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Operation)),
  webhooks: Schema.Record(
    Schema.String,
    Schema.Struct({
      post: Schema.Struct({
        description: Schema.String,
        requestBody: Schema.Struct({
          content: Schema.Struct({ "application/json": Schema.Struct({ example: Schema.Json }) })
        })
      })
    })
  )
})

/** What the document of the public API says, as far as a page shows it. */
export const referenceOf = () => {
  const { paths, webhooks } = Schema.decodeUnknownSync(Document)(OpenApi.fromApi(PublicApi))
  return {
    /** What each scope allows. */
    routes: Object.values(PublicApi.groups).flatMap((group) =>
      Object.values(group.endpoints).map(({ annotations, method, path }) => ({
        method,
        path,
        scope: Context.get(annotations, Requires)?.scope ?? "",
        summary: paths[path.replaceAll(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()]?.summary ?? ""
      }))
    ),
    events: Object.entries(webhooks).map(([name, { post }]) => ({
      name,
      // What follows is how deliveries are made, which is the same for all.
      sentWhen: (post.description.split("\n\n")[0] ?? "").replace(/\.$/, ""),
      example: post.requestBody.content["application/json"].example
    }))
  }
}

/**
 * The contract's documentation is cut out of what the browser loads. The few pages that show some of it get that part as
 * plain values, made by the build.
 */
export const reference = (): Plugin => ({
  name: "reference",
  resolveId: (id) => (id === "virtual:reference" ? "\0virtual:reference" : null),
  load: (id) =>
    id === "\0virtual:reference"
      ? Object.entries(referenceOf())
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
          .join("\n")
      : null
})
