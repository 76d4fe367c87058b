import { Context, type Schema } from "effect"
import { HttpApi, type HttpApiGroup, OpenApi } from "effect/http-api"
import { type Requirement, Requires } from "./access.ts"
import { exampleOf } from "./openapi-examples.ts"
import { hoisted } from "./openapi-responses.ts"
import { isObject, tidied } from "./openapi-schemas.ts"

type JsonObject = Schema.JsonObject

/** The release of the service that the documents describe. */
export const release = "1.4.0"

/** The service and its documents are not for redistribution. */
export const license = { name: "Proprietary", identifier: "LicenseRef-Proprietary" }

const serverAt = (url: string) => [{ url, description: "This service" }]

/** Where a document without a service lies; one that is served names the service's address (`servedAt`). */
export const servers = serverAt("/")

/** The API whose document names the address that the service is reached at. */
export const servedAt = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  baseUrl: string
) => api.annotate(OpenApi.Servers, serverAt(baseUrl))

/** What each status means, in the reference's words (refusals-1). */
const meanings: Readonly<Record<string, string>> = {
  "200": "Success",
  "201": "Created",
  "202": "Accepted but not complete",
  "302": "Redirect to the URL in `Location`",
  "303": "Redirect by GET to the URL in `Location`",
  "400": "Invalid body, query parameter or missing field; an id that is not a UUID",
  "401": "Missing, malformed, revoked or expired key or session",
  "402": "The organization is read-only (trial or subscription ended): reads work, writes are refused",
  "403": "Valid credentials, but the permission, scope or plan feature is missing, or the organization is suspended",
  "404": "Not found, or it belongs to another organization",
  "409": "The record's state does not allow it",
  "413": "The body is larger than 1 MB, or an upload larger than 11 MB",
  "428": "A recent step-up is needed: POST /api/auth/step-up",
  "429": "Rate limit exceeded",
  "500": "Server error",
  "503": "A required part of the service is not configured or not available"
}

/** `Bearer` is the registered name of the scheme in any case; some tools know the lower one only. */
const lowerCased = (schemes: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(schemes).map(([name, scheme]) => [
      name,
      isObject(scheme) && typeof scheme["scheme"] === "string"
        ? { ...scheme, scheme: scheme["scheme"].toLowerCase() }
        : scheme
    ])
  )

/** Errors whose sentence is fixed carry no description of their own. */
const explained = (schemas: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const properties = isObject(schema) ? schema["properties"] : undefined
      if (!isObject(schema) || !isObject(properties) || properties["error"] === undefined) return [name, schema]
      const { code, error } = properties
      return [
        name,
        {
          ...schema,
          properties: {
            ...properties,
            error: { description: "What went wrong and what to do", ...(isObject(error) ? error : {}) },
            ...(isObject(code) ? { code: { description: "Machine-readable code", ...code } } : {})
          }
        }
      ]
    })
  )

const plainError = (_status: string, error: string): JsonObject => ({
  "application/json": {
    schema: {
      type: "object",
      properties: { error: { type: "string", description: "What went wrong" } },
      required: ["error"]
    },
    example: { error }
  }
})

/** What the service answers around every route, whichever it is. */
const answersOfAnyRoute = (hasBody: boolean, errorBody: typeof plainError): JsonObject => ({
  ...(hasBody ? { "413": { content: errorBody("413", "Payload too large") } } : {}),
  "500": { content: errorBody("500", "Server error") }
})

/** `{ example }` of one schema; `{ examples }` by name where it is one of several. */
const examplesOf = (schema: JsonObject, components: JsonObject): JsonObject => {
  const choices = Array.isArray(schema["anyOf"]) ? schema["anyOf"].filter(isObject) : []
  const named = choices.flatMap((choice) => {
    const name = String(choice["$ref"] ?? "").replace("#/components/schemas/", "")
    return name === "" ? [] : [[name, { value: exampleOf(choice, components) }] as const]
  })
  return named.length > 1 && named.length === choices.length
    ? { examples: Object.fromEntries(named) }
    : { example: exampleOf(schema, components) }
}

const withExamples = (content: JsonObject, components: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(content).map(([type, media]) =>
      isObject(media) && isObject(media["schema"]) && media["example"] === undefined
        ? [type, { ...media, ...examplesOf(media["schema"], components) }]
        : [type, media]
    )
  )

/** The rest of a path has no name in a route (`/files/*`), and needs one in the document. */
const restOfPath = "key"

/** A parameter says itself what its schema says of it, where most tools look for it. */
const parameter = (given: Schema.Json): Schema.Json => {
  if (!isObject(given) || !isObject(given["schema"])) return given
  const { description, examples, ...schema } = given["schema"]
  const example = Array.isArray(examples) ? examples[0] : undefined
  return {
    ...given,
    ...(given["name"] === "*" ? { name: restOfPath } : {}),
    ...(description === undefined ? {} : { description }),
    ...(example === undefined ? {} : { example }),
    schema
  }
}

const stepUpForGrants =
  "a recent step-up to grant Admin, Super Admin or a permission for which a route asks for a step-up (else 428)"

const needsOf = ({ feature, permission, permissions = [], records, role, scope, stepUp }: Requirement) =>
  [
    scope === undefined ? "" : `scope \`${scope}\``,
    permission === undefined ? "" : `permission \`${permission}\``,
    ...permissions.map((name) => `permission \`${name}\``),
    records === undefined ? "" : "the record scope `all`",
    role === undefined ? "" : `role \`${role}\``,
    feature === undefined ? "" : `plan feature \`${feature}\``,
    stepUp === undefined ? "" : stepUp === "granting" ? stepUpForGrants : "a recent step-up"
  ].filter((need) => need !== "")

const requestIdHeader: JsonObject = {
  "x-request-id": { $ref: "#/components/headers/RequestId" }
}

/** What every answer carries. */
const headers: JsonObject = {
  RequestId: {
    description:
      "Id of the request in the service's log and traces: the `x-request-id` of the request, else a new one. " +
      "Quote it when you report a problem",
    schema: { type: "string" },
    example: "7b0e9c52-6a54-4f0e-9d0f-6b8f4d6c1a2e"
  }
}

const location: JsonObject = {
  Location: {
    description: "URL to redirect to",
    required: true,
    schema: { type: "string", format: "uri-reference" }
  }
}

const operation = (
  given: JsonObject,
  requirement: Requirement | undefined,
  components: JsonObject,
  errorBody: typeof plainError
): JsonObject => {
  const { parameters, requestBody, responses, security, ...rest } = given
  const needs = needsOf(requirement ?? {})
  const description = [
    ...(rest["description"] === undefined ? [] : [String(rest["description"])]),
    ...(needs.length === 0 ? [] : [`Needs: ${needs.join(", ")}.`])
  ].join("\n\n")
  const answers = {
    ...answersOfAnyRoute(requestBody !== undefined, errorBody),
    ...(isObject(responses) ? responses : {})
  }
  return {
    ...rest,
    description,
    ...(Array.isArray(parameters) && parameters.length > 0 ? { parameters: parameters.map(parameter) } : {}),
    security: (Array.isArray(security) ? security : []).map((schemes) =>
      isObject(schemes)
        ? Object.fromEntries(
            Object.keys(schemes).map((scheme) => [scheme, requirement?.scope === undefined ? [] : [requirement.scope]])
          )
        : schemes
    ),
    ...(isObject(requestBody) && isObject(requestBody["content"])
      ? { requestBody: { ...requestBody, content: withExamples(requestBody["content"], components) } }
      : {}),
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, response]) => [
        status,
        isObject(response)
          ? {
              ...response,
              description: meanings[status] ?? response["description"] ?? status,
              headers: { ...requestIdHeader, ...(status.startsWith("3") ? location : {}) },
              ...(isObject(response["content"]) ? { content: withExamples(response["content"], components) } : {})
            }
          : response
      ])
    )
  }
}

/** What every endpoint of an API requires, by `get /api/v1/offboardings/{id}`. */
const requirementsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
) => {
  const requirements = new Map<string, Requirement>()
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, mergedAnnotations }) => {
      const path = endpoint.path.replaceAll(/:(\w+)/g, "{$1}").replace(/(.)\/$/, "$1")
      requirements.set(`${endpoint.method.toLowerCase()} ${path}`, Context.get(mergedAnnotations, Requires) ?? {})
    }
  })
  return requirements
}

/**
 * Makes the generated OpenAPI document readable: each route's requirement, each status's meaning, an example of every
 * body, and schemas without the generator's noise. `more` adds sections, `errorBody` is the surface's error shape
 * outside the routes.
 */
export const readable =
  <Id extends string, Groups extends HttpApiGroup.Constraint>(
    api: HttpApi.HttpApi<Id, Groups>,
    options: {
      readonly more?: (schemas: JsonObject) => JsonObject
      readonly errorBody?: (status: string, error: string) => JsonObject
    } = {}
  ) =>
  (generated: JsonObject): JsonObject => {
    const { errorBody = plainError, more = () => ({}) } = options
    const document = tidied(generated)
    const components = isObject(document["components"]) ? document["components"] : {}
    const schemas = explained(isObject(components["schemas"]) ? components["schemas"] : {})
    const securitySchemes = lowerCased(isObject(components["securitySchemes"]) ? components["securitySchemes"] : {})
    const requirements = requirementsOf(api)
    const { paths, responses } = hoisted(
      Object.fromEntries(
        Object.entries(isObject(document["paths"]) ? document["paths"] : {}).map(([path, item]) => [
          path.replace(/\*$/, `{${restOfPath}}`),
          Object.fromEntries(
            Object.entries(isObject(item) ? item : {}).map(([method, given]) => [
              method,
              isObject(given) ? operation(given, requirements.get(`${method} ${path}`), schemas, errorBody) : given
            ])
          )
        ])
      )
    )
    return {
      ...document,
      components: { ...components, schemas, responses, headers, securitySchemes },
      paths,
      ...more(schemas)
    }
  }
