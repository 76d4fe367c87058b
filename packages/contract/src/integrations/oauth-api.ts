import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { ReadOnly } from "../kernel/errors.ts"
import {
  OAuthCallbackQuery,
  OAuthFailure,
  OAuthLocation,
  type OAuthService,
  OAuthStartQuery
} from "./connect-bodies.ts"
import { OAuthUnconfigured } from "./errors.ts"
import { appNames } from "./names.ts"

const SentOn = HttpApiSchema.Empty(302)

const requires = { permission: "integrations_manage", stepUp: "first" } as const

const begin = <const Name extends string>(name: Name, service: OAuthService) =>
  HttpApiEndpoint.get(name, `/${service}/oauth/start`, {
    query: OAuthStartQuery,
    success: [SentOn, OAuthLocation],
    error: [OAuthUnconfigured, ReadOnly]
  })
    .annotateMerge(
      OpenApi.annotations({
        summary: `Start connecting ${appNames[service]}`,
        description:
          "Redirects the browser to the vendor (302); with `Accept: application/json` it returns the URL (200). " +
          "Valid for 10 minutes, for this session, once."
      })
    )
    .annotate(Requires, { ...requires, recording: true })

const finish = <const Name extends string>(name: Name, service: OAuthService) =>
  HttpApiEndpoint.get(name, `/${service}/oauth/callback`, {
    query: OAuthCallbackQuery,
    success: SentOn,
    error: OAuthUnconfigured
  })
    .annotateMerge(
      OpenApi.annotations({
        summary: `Complete connecting ${appNames[service]}`,
        description:
          `Saves the connection and redirects the browser to \`/integrations?connected=${service}\`; otherwise to ` +
          `\`/integrations?error=…\`: ${OAuthFailure.literals.map((code) => `\`${code}\``).join(", ")}.`
      })
    )
    .annotate(Requires, requires)

/** Services that are connected by OAuth 2.0: authorization code with PKCE and `state` (connecting-4). */
export class OAuthConnectsApi extends HttpApiGroup.make("oauth-connects")
  .add(
    begin("githubStart", "github"),
    finish("githubCallback", "github"),
    begin("googleWorkspaceStart", "google-workspace"),
    finish("googleWorkspaceCallback", "google-workspace"),
    begin("googleCalendarStart", "google-calendar"),
    finish("googleCalendarCallback", "google-calendar")
  )
  .pipe(behindSession)
  .prefix("/api/integrations")
  .annotateMerge(OpenApi.annotations({ title: "OAuth connections", description: "Connect apps by OAuth 2.0" })) {}
