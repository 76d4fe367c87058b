import { AppApi } from "@svc/contract/app-api"
import { type Requirement, Requires } from "@svc/contract/kernel/access"
import { OperatorRpcs } from "@svc/contract/operator-rpcs"
import { PublicApi } from "@svc/contract/public-api"
import { ScimApi } from "@svc/contract/scim-api"
import { Context } from "effect"
import { HttpApi, type HttpApiGroup } from "effect/http-api"

interface Route {
  readonly method: string
  readonly path: string
  readonly credential: string
  readonly requirement: string
  readonly statuses: ReadonlyArray<number>
}

const credentials: Readonly<Record<string, string>> = {
  "svc/SessionAuth": "session",
  "svc/ApiKeyAuth": "api key",
  "svc/ScimTokenAuth": "scim"
}

const describe = (requirement: Requirement | undefined) => {
  if (requirement === undefined) return "undeclared"
  const {
    crossSite,
    feature,
    open,
    permission,
    permissions = [],
    records,
    role,
    scope,
    stepUp,
    whileReadOnly,
    whileSuspended
  } = requirement
  const words = [
    permission,
    ...permissions,
    records === undefined ? undefined : `records ${records}`,
    role === undefined ? undefined : `role ${role}`,
    scope,
    feature === undefined ? undefined : `plan feature ${feature}`,
    stepUp === undefined ? undefined : `step-up ${stepUp}`,
    whileReadOnly === true ? "while read-only" : undefined,
    whileSuspended === true ? "while suspended" : undefined,
    crossSite === true ? "from other sites" : undefined
  ].filter((word) => word !== undefined)
  return words.length === 0 && open === true ? "open" : words.join(", ")
}

const routesOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) => {
  const routes: Array<Route> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, errors, mergedAnnotations, middleware, successes }) => {
      routes.push({
        method: endpoint.method,
        path: endpoint.path,
        credential: [...middleware].map(({ key }) => credentials[key]).find((name) => name !== undefined) ?? "none",
        requirement: describe(Context.get(mergedAnnotations, Requires)),
        statuses: [...new Set([...successes.keys(), ...errors.keys()])].toSorted((a, b) => a - b)
      })
    }
  })
  return routes
}

const withoutContract = (method: string, path: string, credential: string): Route => ({
  method,
  path,
  credential,
  requirement: "",
  statuses: []
})

const sections: ReadonlyArray<readonly [string, ReadonlyArray<Route>]> = [
  ["Public API", routesOf(PublicApi)],
  ["App API", routesOf(AppApi)],
  ["SCIM", routesOf(ScimApi)],
  ["RPC", [...OperatorRpcs.requests.keys()].map((name) => withoutContract("RPC", `/rpc ${name}`, "operator"))],
  [
    "Outside the contract",
    [
      withoutContract("GET", "/health", "none"),
      withoutContract("GET", "/health/live", "none"),
      withoutContract("GET", "/health/ready", "none"),
      withoutContract("GET", "/health/version", "none"),
      withoutContract("GET", "/metrics", "operator"),
      withoutContract("GET", "/docs", "none"),
      withoutContract("GET", "/openapi/public.json", "none"),
      withoutContract("GET", "/openapi/app.json", "none"),
      withoutContract("GET", "/openapi/scim.json", "none"),
      withoutContract("GET", "/files/:token", "link")
    ]
  ]
]

const line = ({ credential, method, path, requirement, statuses }: Route) =>
  [method.padEnd(6), path.padEnd(58), credential.padEnd(8), requirement.padEnd(56), statuses.join(" ")]
    .join(" ")
    .trimEnd()

/** The text of `docs/routes.md`: one line per route with method, path, credential, requirement and every documented status. */
export const routesPage = [
  "# Routes",
  "",
  "Every route with its credential, what it requires, and the statuses that it documents. `npm run routes` writes this page from",
  "the contract, and a test compares it.",
  ...sections.flatMap(([title, routes]) => ["", `## ${title}`, "", "```text", ...routes.map(line), "```"]),
  ""
].join("\n")
