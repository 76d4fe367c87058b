import { HttpApi } from "effect/http-api"

// A 400 names every invalid field of the body, not only the first. Handlers are built on these, so it is set here; only
// for bodies, because it costs each request some microseconds.
const everyIssue = { errors: "all" } as const

/** Strict input: what the schema does not have is an issue like the others. */
const nothingElse = { ...everyIssue, onExcessProperty: "error" } as const

/** `/api/v1/...`, by API key: stable and versioned. The whole is assembled in `public-api.ts`. */
export const publicSurface = HttpApi.make("public")
  .annotate(HttpApi.PayloadParseOptions, nothingElse)
  .annotate(HttpApi.QueryParseOptions, nothingElse)

/** `/api/...`, by dashboard session. The whole is assembled in `app-api.ts`. */
export const appSurface = HttpApi.make("app").annotate(HttpApi.PayloadParseOptions, everyIssue)

/** `/scim/v2/...`, by SCIM token. The whole is assembled in `scim-api.ts`. */
export const scimSurface = HttpApi.make("scim").annotate(HttpApi.PayloadParseOptions, everyIssue)
