import { Struct, Tuple } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { connectBodies, identityProviders, isIdentityProvider, otherApps } from "./connect-bodies.ts"
import { BaseUrlRefused, CredentialRefused, VendorUnanswering } from "./errors.ts"
import { appNames } from "./names.ts"
import { Integration, providerFeatures } from "./schema.ts"

const identity = "identity-provider-connects"
const apps = "app-connects"

type Provider = keyof typeof connectBodies

const operation = (provider: Provider) =>
  `${isIdentityProvider(provider) ? identity : apps}.${provider.replace(/-./, ([, letter = ""]) => letter.toUpperCase())}`

/** A connect route: the credential is proven at the vendor before anything is saved. */
const connect = <Name extends Provider>(provider: Name) => {
  const feature = providerFeatures[provider]
  return HttpApiEndpoint.post(provider, `/${provider}/connect`, {
    payload: connectBodies[provider],
    success: Integration.pipe(HttpApiSchema.status(201)),
    error: [BaseUrlRefused, CredentialRefused, VendorUnanswering]
  })
    .annotateMerge(
      OpenApi.annotations({
        identifier: operation(provider),
        summary: `Connect ${appNames[provider]}`,
        description:
          "The credential is tested at the vendor first; if it does not work, nothing is saved. Reconnecting " +
          "keeps the record's id and the settings that have their own routes."
      })
    )
    .annotate(Requires, {
      permission: "integrations_manage",
      stepUp: "first",
      ...(feature === undefined ? {} : { feature })
    })
}

/** From a provider's name to its route. */
interface Connect extends Struct.Lambda {
  <Name extends Provider>(provider: Name): ReturnType<typeof connect<Name>>
  readonly "~lambda.out": this["~lambda.in"] extends Provider ? ReturnType<typeof connect<this["~lambda.in"]>> : never
}

const routes = Struct.lambda<Connect>(connect)

/** Identity providers (connecting-1). */
export class IdentityProviderConnectsApi extends HttpApiGroup.make(identity)
  .add(...Tuple.map(identityProviders, routes))
  .pipe(behindSession)
  .prefix("/api/integrations")
  .annotateMerge(
    OpenApi.annotations({ title: "Identity providers", description: "Connect identity providers by credential" })
  ) {}

/** Other services that are connected by credential. */
export class AppConnectsApi extends HttpApiGroup.make(apps)
  .add(...Tuple.map(otherApps, routes))
  .pipe(behindSession)
  .prefix("/api/integrations")
  .annotateMerge(OpenApi.annotations({ title: "App connections", description: "Connect other apps by credential" })) {}
