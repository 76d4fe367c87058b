import type { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import {
  ConnectAdobeSign,
  ConnectAlumni,
  ConnectAzureAd,
  ConnectDocuSign,
  ConnectDropboxSign,
  ConnectJumpCloud,
  ConnectOkta,
  ConnectOneLogin,
  ConnectPing,
  ConnectSlack
} from "./connects.ts"
import { BaseUrlRefused, CredentialRefused, VendorUnanswering } from "./errors.ts"
import { Integration, type ProviderName, providerFeatures } from "./schema.ts"

/** A connect route: the credential is proven at the vendor before anything is saved. */
const connect = <const Name extends string, Payload extends Schema.Top>(
  name: Name,
  provider: ProviderName,
  { payload, title }: { readonly payload: Payload; readonly title: string }
) => {
  const feature = providerFeatures[provider]
  return HttpApiEndpoint.post(name, `/${provider}/connect`, {
    payload,
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
    connect("okta", "okta", { payload: ConnectOkta, title: "Okta" }),
    connect("azureAd", "azure-ad", { payload: ConnectAzureAd, title: "Microsoft Entra ID" }),
    connect("jumpcloud", "jumpcloud", { payload: ConnectJumpCloud, title: "JumpCloud" }),
    connect("onelogin", "onelogin", { payload: ConnectOneLogin, title: "OneLogin" }),
    connect("ping", "ping", { payload: ConnectPing, title: "PingOne" })
  )
  .pipe(behindSession)
  .prefix("/api/integrations")
  .annotateMerge(
    OpenApi.annotations({ title: "Identity providers", description: "Connecting identity providers by credential" })
  ) {}

/** Other services that are connected by credential. */
export class AppConnectsApi extends HttpApiGroup.make("app-connects")
  .add(
    connect("slack", "slack", { payload: ConnectSlack, title: "Slack" }),
    connect("docusign", "docusign", { payload: ConnectDocuSign, title: "DocuSign" }),
    connect("adobeSign", "adobe-sign", { payload: ConnectAdobeSign, title: "Adobe Acrobat Sign" }),
    connect("dropboxSign", "dropbox-sign", { payload: ConnectDropboxSign, title: "Dropbox Sign" }),
    connect("alumni", "alumni", { payload: ConnectAlumni, title: "an alumni service" })
  )
  .pipe(behindSession)
  .prefix("/api/integrations")
  .annotateMerge(
    OpenApi.annotations({ title: "App connections", description: "Connecting other services by credential" })
  ) {}
