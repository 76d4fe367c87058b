import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { AuditorLinkId, LeaverTestId } from "../kernel/ids.ts"
import { group, route } from "../kernel/route.ts"
import { leaverTestRequirement } from "./api.ts"
import { AuditorLinkNotFound, LeaverTestNotFound, LeaverTestUnavailable } from "./errors.ts"
import { AuditorLinkRevoked, AuditorLinks, CreateAuditorLink, CreatedAuditorLink } from "./schema.ts"

const params = { id: described(LeaverTestId, "The leaver test") }

const Html = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html; charset=utf-8" }))

/** Links by which somebody without an account reads one leaver test, and the page that they open. */
export class AuditorLinksApi extends HttpApiGroup.make("auditor-links")
  .add(
    HttpApiEndpoint.post("create", "/:id/links", {
      params,
      payload: CreateAuditorLink,
      success: CreatedAuditorLink.pipe(HttpApiSchema.status(201)),
      error: [LeaverTestNotFound, LeaverTestUnavailable]
    }).annotateMerge(
      route(
        leaverTestRequirement,
        "Make an auditor link",
        "A page that shows this one test to somebody without an account, and lets them download it: read-only, until it " +
          "expires or is revoked. Every view and download is in the audit log."
      )
    ),
    HttpApiEndpoint.get("list", "/:id/links", {
      params,
      success: AuditorLinks,
      error: LeaverTestNotFound
    }).annotateMerge(
      route(
        leaverTestRequirement,
        "List auditor links",
        "Of this test, newest first, also those that are over; tokens are never shown again."
      )
    ),
    HttpApiEndpoint.delete("revoke", "/:id/links/:linkId", {
      params: { ...params, linkId: described(AuditorLinkId, "The link") },
      success: AuditorLinkRevoked,
      error: [LeaverTestNotFound, AuditorLinkNotFound]
    }).annotateMerge(
      route(
        leaverTestRequirement,
        "Revoke an auditor link",
        "It shows nothing any more, at once. One that is revoked already stays as it is."
      )
    ),
    HttpApiEndpoint.get("page", "/:id/page", {
      params,
      success: Html,
      error: [LeaverTestNotFound, LeaverTestUnavailable]
    }).annotateMerge(
      route(
        leaverTestRequirement,
        "Show a leaver test as a page",
        "The page that auditor links open, for members: HTML without a script, printable, light and dark. Figures stay " +
          "after the ZIP has expired or was withdrawn; people have their present names."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/reports/leaver-test")
  .annotateMerge(group("Auditor links", "A leaver test for somebody without an account")) {}
