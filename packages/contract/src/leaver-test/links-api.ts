import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { AuditorLinkId, LeaverTestId } from "../kernel/ids.ts"
import { group, route } from "../kernel/route.ts"
import { leaverTestRequirement } from "./api.ts"
import { AuditorLinkNotFound, LeaverTestNotFound, LeaverTestUnavailable } from "./errors.ts"
import { AuditorLinkRevoked, AuditorLinks, CreateAuditorLink, CreatedAuditorLink } from "./schema.ts"

const params = { id: described(LeaverTestId, "The leaver access test") }

const Html = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html; charset=utf-8" }))

/** Auditor links, each of which opens one leaver test without an account, and their page. */
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
        "Create an auditor link",
        "A read-only page that shows this test, and offers its download, without an account, until the link " +
          "expires or is revoked. Every view and download is recorded in the audit log."
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
        "All links of this test, newest first, including expired and revoked ones. Tokens are never shown again."
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
        "The link stops working immediately. Revoking it again changes nothing."
      )
    ),
    HttpApiEndpoint.get("page", "/:id/page", {
      params,
      success: Html,
      error: [LeaverTestNotFound, LeaverTestUnavailable]
    }).annotateMerge(
      route(
        leaverTestRequirement,
        "View a leaver access test as a page",
        "The page that auditor links open, for members: HTML without scripts, printable, light and dark. Figures " +
          "stay after the ZIP has expired or was withdrawn; people appear with their current names."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/reports/leaver-test")
  .annotateMerge(group("Auditor links", "Access to a leaver access test without an account")) {}
