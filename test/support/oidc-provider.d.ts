// What the tests use of `oidc-provider`, whose types are packages of their own and bring those of koa and its parts.
// `tsconfig.json` puts this file in their place.
import type { RequestListener } from "node:http"

export class Provider {
  constructor(
    issuer: string,
    configuration: {
      readonly clients: ReadonlyArray<Readonly<Record<string, string | ReadonlyArray<string>>>>
      readonly jwks: { readonly keys: ReadonlyArray<object> }
      readonly ttl: Readonly<Record<string, number>>
      readonly cookies: { readonly keys: ReadonlyArray<string> }
      readonly claims: Readonly<Record<string, ReadonlyArray<string>>>
      readonly conformIdTokenClaims: boolean
      readonly findAccount: (
        context: unknown,
        sub: string
      ) => { readonly accountId: string; readonly claims: () => object }
    }
  )
  callback(): RequestListener
}
