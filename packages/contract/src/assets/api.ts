import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { LegalHoldInForce, PlanLimitReached } from "../kernel/errors.ts"
import { AssetId } from "../kernel/ids.ts"
import { says } from "../kernel/says.ts"
import { AssetHolderRefused, AssetLost, AssetNotFound, AssetSerialTaken, ShipmentNotAnnounced } from "./errors.ts"
import {
  Asset,
  AssetDeleted,
  AssetPage,
  AssetSummary,
  CreateAsset,
  EditAsset,
  ImportAssets,
  ImportedAssets,
  ListAssets,
  ReturnAsset,
  ReturnAssets,
  ReturnedAsset,
  ReturnedAssets
} from "./schema.ts"

const params = { id: described(AssetId, "The asset") }
const view = { permission: "assets_view" } as const
const manage = { permission: "assets_manage" } as const
const giveBack = { permission: "offboardings_edit" } as const

/** Equipment, and who has it (assets-1 to assets-18). */
export class AssetsApi extends HttpApiGroup.make("assets")
  .add(
    HttpApiEndpoint.get("list", "/", { query: ListAssets, success: AssetPage })
      .annotateMerge(says("List assets", "Equipment, newest first, with who has it; filters narrow it."))
      .annotate(Requires, view),
    HttpApiEndpoint.get("summary", "/summary", { success: AssetSummary })
      .annotateMerge(
        says(
          "Count assets",
          "How many there are, by status and category, and how many are still out by how long they are overdue or due " +
            "on the organisation's calendar. A deadline is still due through its own day."
        )
      )
      .annotate(Requires, view),
    HttpApiEndpoint.post("create", "/", {
      payload: CreateAsset,
      success: Asset.pipe(HttpApiSchema.status(201)),
      error: [AssetHolderRefused, PlanLimitReached, AssetSerialTaken]
    })
      .annotateMerge(says("Add an asset", "It is `deployed`, with somebody or with nobody."))
      .annotate(Requires, manage),
    HttpApiEndpoint.post("importMany", "/bulk", {
      payload: ImportAssets,
      success: ImportedAssets.pipe(HttpApiSchema.status(201))
    })
      .annotateMerge(
        says(
          "Add many assets",
          "At most 1000. Adds as many as the plan has room for; each that is skipped is told of with the reason: a field " +
            "that is wrong, a serial number that exists already or stands in the list twice, or no room."
        )
      )
      .annotate(Requires, manage),
    HttpApiEndpoint.patch("returnMany", "/bulk-return", { payload: ReturnAssets, success: ReturnedAssets })
      .annotateMerge(
        says("Return many assets", "At most 500. Only `deployed` assets change; all others are skipped without a word.")
      )
      .annotate(Requires, giveBack),
    HttpApiEndpoint.patch("edit", "/:id", {
      params,
      payload: EditAsset,
      success: Asset,
      error: [AssetHolderRefused, AssetNotFound, AssetSerialTaken, AssetLost, LegalHoldInForce]
    })
      .annotateMerge(
        says(
          "Edit an asset",
          "Name and serial number are given on every call; what else is left out stays as it is. An asset becomes `lost` " +
            "this way; a lost one is returned by the return route, with `found`. It is not taken from somebody whose " +
            "offboarding is under legal hold or was released less than 7 days ago."
        )
      )
      .annotate(Requires, manage),
    HttpApiEndpoint.patch("giveBack", "/:id/return", {
      params,
      payload: [ReturnAsset, HttpApiSchema.NoContent],
      success: ReturnedAsset,
      error: [AssetNotFound, AssetLost]
    })
      .annotateMerge(
        says(
          "Return an asset",
          "A lost one only with `found: true`. One that is returned already answers `unchanged: true`."
        )
      )
      .annotate(Requires, giveBack),
    HttpApiEndpoint.post("receive", "/:id/receive", {
      params,
      success: ReturnedAsset,
      error: [AssetNotFound, ShipmentNotAnnounced]
    })
      .annotateMerge(
        says(
          "Mark an announced shipment as received",
          "Returns an asset that the departing person announced on the portal with carrier and tracking number; " +
            "`asset.returned` has the source `shipment`. One that is returned already answers `unchanged: true`."
        )
      )
      .annotate(Requires, giveBack),
    HttpApiEndpoint.delete("remove", "/:id", {
      params,
      success: AssetDeleted,
      error: [AssetNotFound, LegalHoldInForce]
    })
      .annotateMerge(
        says(
          "Delete an asset",
          "Refused while it is assigned to somebody whose offboarding is under legal hold or was released less than 7 " +
            "days ago."
        )
      )
      .annotate(Requires, manage)
  )
  .pipe(behindSession)
  .prefix("/api/assets")
  .annotateMerge(OpenApi.annotations({ title: "Assets", description: "Equipment and who has it" })) {}
