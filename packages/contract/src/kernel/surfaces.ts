import { HttpApi } from "effect/http-api"

/** `/api/v1/...`, by API key: stable and versioned. The whole is assembled in `public-api.ts`. */
export const publicSurface = HttpApi.make("public")

/** `/api/...`, by dashboard session. The whole is assembled in `app-api.ts`. */
export const appSurface = HttpApi.make("app")
