import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Access, ApiAccess, ApiKeyAuth, Decoding, KnownInput, SessionAuth } from "./access.ts"

/** Routes of the app: who it is, whether they may, then what they said; the last one named is asked first. */
export const behindSession = <Id extends string, Endpoints extends HttpApiEndpoint.Constraint>(
  group: HttpApiGroup.HttpApiGroup<Id, Endpoints>
) => group.middleware(Access).middleware(SessionAuth).middleware(Decoding)

/** Routes by API key. */
export const behindKey = <Id extends string, Endpoints extends HttpApiEndpoint.Constraint>(
  group: HttpApiGroup.HttpApiGroup<Id, Endpoints>
) => group.middleware(ApiAccess).middleware(ApiKeyAuth).middleware(Decoding)

/** Routes of the public API: by API key, and with nothing in the request that they do not have. */
export const behindPublicKey = <Id extends string, Endpoints extends HttpApiEndpoint.Constraint>(
  group: HttpApiGroup.HttpApiGroup<Id, Endpoints>
) => behindKey(group.middleware(KnownInput))
