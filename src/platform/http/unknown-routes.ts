import { type Context, Effect, Layer } from "effect"
import { type HttpMethod, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { errorResponse } from "./error-bodies.ts"
import { unknownAddress } from "./landing-pages.ts"

/** A method and a path pattern (`/api/keys/:keyId`) that the service answers. */
interface KnownRoute {
  readonly method: HttpMethod.HttpMethod
  readonly path: string
}

/** The routes of a contract, with what is annotated on them. */
export const routesOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
) => {
  const routes: Array<KnownRoute & { readonly annotations: Context.Context<never> }> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) =>
      void routes.push({ method: endpoint.method, path: endpoint.path, annotations: endpoint.annotations })
  })
  return routes
}

/** The keys of the middlewares that stand before the endpoints of a contract. */
export const middlewaresOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
) => {
  const keys = new Set<string>()
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => endpoint.middlewares.forEach(({ key }) => keys.add(key))
  })
  return [...keys]
}

const matcher = (path: string) =>
  new RegExp(`^${path.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(/:\w+/g, "[^/]+")}/?$`)

/**
 * Answers what no route answers: 405 with `Allow` on a known path, else 404, in the surface's own shape, and as a page
 * where a browser asks for one (refusals-7).
 */
export const unknownRoutes = (known: ReadonlyArray<KnownRoute>) => {
  const byPath = Map.groupBy(known, (route) => route.path)
  const patterns = [...byPath].map(([path, routes]) => ({
    path,
    pattern: matcher(path),
    methods: routes.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]))
  }))
  const refuse = (path: string, methods: ReadonlyArray<string>) =>
    HttpServerResponse.setHeader(errorResponse(path, 405), "allow", [...new Set(methods)].join(", "))
  const methodsOf = (path: string) =>
    (byPath.has(path)
      ? patterns.filter((one) => one.path === path)
      : patterns.filter(({ pattern }) => pattern.test(path))
    ).flatMap((match) => match.methods)

  // `GET /things/import` with `POST /things/import` and `GET /things/:id`: the word is not an id.
  const shadowed = patterns
    .filter(({ path }) => !path.includes(":"))
    .flatMap(({ methods, path }) =>
      known
        .filter(
          (route) => route.path.includes(":") && !methods.includes(route.method) && matcher(route.path).test(path)
        )
        .map(({ method }) => ({ method, path, methods }))
    )
  const refusals = new Map(shadowed.map((one) => [`${one.method} ${one.path}`, one]))

  return Layer.mergeAll(
    HttpRouter.add(
      "*",
      "/*",
      Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
        const path = request.url.split("?", 1)[0] ?? "/"
        const methods = methodsOf(path)
        return methods.length === 0 ? unknownAddress(path, request) : refuse(path, methods)
      })
    ),
    ...[...refusals.values()].flatMap(({ method, methods, path }) =>
      method === "HEAD" || method === "TRACE"
        ? []
        : [
            HttpRouter.add(
              method,
              `/${path.slice(1)}`,
              Effect.sync(() => refuse(path, methods))
            )
          ]
    )
  )
}
