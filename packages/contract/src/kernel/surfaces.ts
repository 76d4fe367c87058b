import { HttpApi } from "effect/http-api"

// A 400 names every field that is wrong, not only the first. Handlers are built on these, so it is said here.
const everyIssue = { errors: "all" } as const

/** `/api/v1/...`, by API key: stable and versioned. The whole is assembled in `public-api.ts`. */
export const publicSurface = HttpApi.make("public").annotate(HttpApi.ParseOptions, everyIssue)

/** `/api/...`, by dashboard session. The whole is assembled in `app-api.ts`. */
export const appSurface = HttpApi.make("app").annotate(HttpApi.ParseOptions, everyIssue)
