import { AppApi } from "@svc/contract/app-api"
import { OperatorRpcs } from "@svc/contract/operator-rpcs"
import { type Requirement, Requires } from "@svc/contract/kernel/access"
import { PublicApi } from "@svc/contract/public-api"
import { ScimApi } from "@svc/contract/scim-api"
import { Context } from "effect"
import { HttpApi, type HttpApiGroup } from "effect/http-api"

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

/** One line per route: method, path, credential, what it needs, every status it documents. */
const print = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) =>
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, errors, mergedAnnotations, middleware, successes }) => {
      const credential = [...middleware].map(({ key }) => credentials[key]).find((name) => name !== undefined) ?? "none"
      process.stdout.write(
        [
          endpoint.method.padEnd(6),
          endpoint.path.padEnd(58),
          credential.padEnd(8),
          describe(Context.get(mergedAnnotations, Requires)).padEnd(56),
          [...new Set([...successes.keys(), ...errors.keys()])].toSorted((a, b) => a - b).join(" ")
        ].join(" ") + "\n"
      )
    }
  })

print(PublicApi)
print(AppApi)
print(ScimApi)
for (const [name] of OperatorRpcs.requests) {
  process.stdout.write(`RPC    ${`/rpc ${name}`.padEnd(58)} operator\n`)
}
for (const [path, credential] of [
  ["/health", "none"],
  ["/health/live", "none"],
  ["/health/ready", "none"],
  ["/health/version", "none"],
  ["/metrics", "operator"],
  ["/docs", "none"],
  ["/openapi/public.json", "none"],
  ["/openapi/app.json", "none"],
  ["/openapi/scim.json", "none"],
  ["/files/:token", "link"]
]) {
  process.stdout.write(`GET    ${path?.padEnd(58)} ${credential}\n`)
}
