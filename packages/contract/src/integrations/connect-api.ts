import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { connectBodies } from "./connect-bodies.ts"
import { BaseUrlRefused, CredentialRefused, VendorUnanswering } from "./errors.ts"
import { Integration, providerFeatures } from "./schema.ts"

/** A connect route: the credential is proven at the vendor before anything is saved. */
const connect = <const Name extends string, Provider extends keyof typeof connectBodies>(
  name: Name,
  provider: Provider,
  title: string
) => {
  const feature = providerFeatures[provider]
  return HttpApiEndpoint.post(name, `/${provider}/connect`, {
    payload: connectBodies[provider],
    success: Integration.pipe(HttpApiSchema.status(201)),
    error: [BaseUrlRefused, CredentialRefused, VendorUnanswering]
  })
    .annotateMerge(
      OpenApi.annotations({
        summary: `Connect ${title}`,
        description:
          "The credential is tried at the vendor first; nothing is saved when it does not work. A reconnect keeps the " +
          "record's id and the settings that have routes of their own."
      })
    )
    .annotate(Requires, {
      permission: "integrations_manage",
      stepUp: "first",
      ...(feature === undefined ? {} : { feature })
    })
}

/** Identity providers (connecting-1). */
export class IdentityProviderConnectsApi extends HttpApiGroup.make("identity-provider-connects")
  .add(
    connect("okta", "okta", "Okta"),
    connect("azureAd", "azure-ad", "Microsoft Entra ID"),
    connect("jumpcloud", "jumpcloud", "JumpCloud"),
    connect("onelogin", "onelogin", "OneLogin"),
    connect("ping", "ping", "PingOne")
  )
  .pipe(behindSession)
  .prefix("/api/integrations")
  .annotateMerge(
    OpenApi.annotations({ title: "Identity providers", description: "Connecting identity providers by credential" })
  ) {}

/** Other services that are connected by credential. */
export class AppConnectsApi extends HttpApiGroup.make("app-connects")
  .add(
    connect("slack", "slack", "Slack"),
    connect("docusign", "docusign", "DocuSign"),
    connect("adobeSign", "adobe-sign", "Adobe Acrobat Sign"),
    connect("dropboxSign", "dropbox-sign", "Dropbox Sign"),
    connect("alumni", "alumni", "an alumni service")
  )
  .pipe(behindSession)
  .prefix("/api/integrations")
  .annotateMerge(
    OpenApi.annotations({ title: "App connections", description: "Connecting other services by credential" })
  ) {}
