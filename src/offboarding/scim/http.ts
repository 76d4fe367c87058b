import { scimSurface } from "@svc/contract/kernel/surfaces"
import { ScimCompatApi, ScimDiscoveryApi, ScimUsersApi } from "@svc/contract/scim/api"
import { ScimNotFound } from "@svc/contract/scim/errors"
import type { ScimProjection, ScimResource, ScimUser } from "@svc/contract/scim/schema"
import { Effect, Option } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { AppConfig } from "#platform/config/config"
import {
  CurrentMode,
  endpointOf,
  listOfResources,
  projected,
  type Provisioned,
  providerConfig,
  resourceTypes,
  schemas,
  Scim,
  ScimTokens,
  ServedRequest
} from "./service.ts"

const contentType = "application/scim+json"

/** Pages are large and made here, so they are written as they are; instants become text on the way. */
const written = (body: unknown) => HttpServerResponse.text(JSON.stringify(body), { contentType })

const shaped = (user: ScimUser, projection: ScimProjection) =>
  Effect.map(CurrentMode, (mode) =>
    mode === "compat"
      ? HttpServerResponse.setHeader(written(projected(wire(user), projection)), "etag", user.meta.version ?? "")
      : user
  )

const wire = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

export const ScimUsersHttp = HttpApiBuilder.group(
  scimSurface.add(ScimUsersApi),
  "scim-users",
  Effect.fn(function* (handlers) {
    const scim = yield* Scim
    const tokens = yield* ScimTokens

    const tell = (rule: string) =>
      Effect.flatMap(ServedRequest, (request) => (request === undefined ? Effect.void : tokens.told(request, rule)))
    /** A refusal is a rule that was hit, too. */
    const orTold = <A, E extends { readonly detail: string }, R>(verb: Effect.Effect<A, E, R>) =>
      Effect.tapError(verb, ({ detail }) => tell(detail))
    const userTold = <E extends { readonly detail: string }, R>(verb: Effect.Effect<Provisioned, E, R>) =>
      orTold(verb).pipe(
        Effect.tap(({ note }) => tell(note)),
        Effect.map(({ user }) => user)
      )

    return handlers.handleAll({
      list: ({ query }) =>
        Effect.gen(function* () {
          const page = yield* orTold(scim.list(query))
          const mode = yield* CurrentMode
          if (mode === "literal" || (query.attributes === undefined && query.excludedAttributes === undefined)) {
            return written(page)
          }
          return written({ ...page, Resources: page.Resources.map((user) => projected(wire(user), query)) })
        }),
      get: ({ params, query }) => Effect.flatMap(scim.get(params.id), (user) => shaped(user, query)),
      create: ({ payload }) => userTold(scim.upsert(payload)),
      update: ({ params, payload }) => userTold(scim.patch(params.id, payload)),
      remove: ({ params }) => Effect.flatMap(scim.remove(params.id), ({ note }) => tell(note)),
      replace: ({ params, payload }) => userTold(scim.replace(params.id, payload))
    })
  })
)

export const ScimDiscoveryHttp = HttpApiBuilder.group(
  scimSurface.add(ScimDiscoveryApi),
  "scim-discovery",
  Effect.fn(function* (handlers) {
    const base = endpointOf((yield* AppConfig).baseUrl)
    return handlers.handleAll({ providerConfig: () => Effect.succeed(providerConfig(base)) })
  })
)

const oneOf = (resources: ReadonlyArray<ScimResource>, id: string) =>
  Option.match(Option.fromNullishOr(resources.find((resource) => resource["id"] === id)), {
    onNone: () => Effect.fail(new ScimNotFound({ detail: "Not found" })),
    onSome: (resource) => Effect.succeed(resource)
  })

export const ScimCompatHttp = HttpApiBuilder.group(
  scimSurface.add(ScimCompatApi),
  "scim-compat",
  Effect.fn(function* (handlers) {
    const base = endpointOf((yield* AppConfig).baseUrl)
    return handlers.handleAll({
      schemas: () => Effect.succeed(listOfResources(schemas(base))),
      schema: ({ params }) => oneOf(schemas(base), params.id),
      resourceTypes: () => Effect.succeed(listOfResources(resourceTypes(base))),
      resourceType: ({ params }) => oneOf(resourceTypes(base), params.id),
      groups: () => Effect.succeed(listOfResources<ScimResource>([]))
    })
  })
)
