import { AppApi } from "@svc/contract/app-api"
import { type Requirement, Requires } from "@svc/contract/kernel/access"
import { PublicApi } from "@svc/contract/public-api"
import { ScimApi } from "@svc/contract/scim-api"
import { Context, type Schema, SchemaAST } from "effect"
import { HttpApi, type HttpApiGroup } from "effect/http-api"

export interface ContractRoute<Surface extends string = "public" | "app"> {
  readonly surface: Surface
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** With braces, as the documents write it: `/api/keys/{keyId}`. */
  readonly path: string
  readonly name: string
  readonly requires: Requirement | undefined
  /** The keys of the middlewares, for example `svc/SessionAuth`. */
  readonly middlewares: ReadonlyArray<string>
  readonly statuses: ReadonlyArray<number>
  /** Has parameters or a body, so that a request can be malformed. */
  readonly takesInput: boolean
  /** What may stand in the body; empty when there is none. */
  readonly payloads: ReadonlyArray<Schema.Top>
  /** Those of a body of JSON. */
  readonly jsonPayloads: ReadonlyArray<Schema.Top>
  /** The names of its query parameters. */
  readonly query: ReadonlyArray<string>
}

const fieldsOf = (schema: Schema.Top | undefined) => {
  const ast = schema?.ast
  return ast !== undefined && SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []
}

const routesOf = <Surface extends string, Id extends string, Groups extends HttpApiGroup.Constraint>(
  surface: Surface,
  api: HttpApi.HttpApi<Id, Groups>
) => {
  const routes: Array<ContractRoute<Surface>> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, errors, mergedAnnotations, middleware, successes }) => {
      const method = endpoint.method
      const payloads = [...endpoint.payload.values()]
      if (method !== "GET" && method !== "POST" && method !== "PUT" && method !== "PATCH" && method !== "DELETE") return
      const path = endpoint.path.replaceAll(/:(\w+)/g, "{$1}").replace(/(.)\/$/, "$1")
      routes.push({
        surface,
        method,
        path,
        name: `${method} ${path}`,
        requires: Context.get(mergedAnnotations, Requires),
        middlewares: [...middleware].map(({ key }) => key),
        statuses: [...new Set([...successes.keys(), ...errors.keys()])],
        takesInput: endpoint.params !== undefined || endpoint.query !== undefined || endpoint.payload.size > 0,
        // Forms are another matter, and their routes read them themselves.
        payloads: payloads.filter(({ encoding }) => encoding._tag !== "Multipart").flatMap(({ schemas }) => schemas),
        jsonPayloads: payloads.filter(({ encoding }) => encoding._tag === "Json").flatMap(({ schemas }) => schemas),
        query: fieldsOf(endpoint.query)
      })
    }
  })
  return routes
}

/** Every route of the contract: what the guards and the matrices walk over, so that a new route is covered or fails. */
export const contractRoutes: ReadonlyArray<ContractRoute> = [
  ...routesOf("public", PublicApi),
  ...routesOf("app", AppApi)
]

/** Those of provisioning, whose credential, limits and errors are their own: `test/offboarding/scim` shows them. */
export const scimRoutes: ReadonlyArray<ContractRoute<"scim">> = routesOf("scim", ScimApi)
