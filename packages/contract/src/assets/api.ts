import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { LegalHoldInForce, PlanLimitReached } from "../kernel/errors.ts"
import { AssetId } from "../kernel/ids.ts"
import { group, route } from "../kernel/route.ts"
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
    HttpApiEndpoint.get("list", "/", { query: ListAssets, success: AssetPage }).annotateMerge(
      route(view, "List assets", "Equipment, newest first, with who has it; filters narrow it.")
    ),
    HttpApiEndpoint.get("summary", "/summary", { success: AssetSummary }).annotateMerge(
      route(
        view,
        "Count assets",
        "How many there are, by status and category, and how many are still out by how long they are overdue or due " +
          "on the organisation's calendar. A deadline is still due through its own day."
      )
    ),
    HttpApiEndpoint.post("create", "/", {
      payload: CreateAsset,
      success: Asset.pipe(HttpApiSchema.status(201)),
      error: [AssetHolderRefused, PlanLimitReached, AssetSerialTaken]
    }).annotateMerge(route(manage, "Add an asset", "It is `deployed`, with somebody or with nobody.")),
    HttpApiEndpoint.post("importMany", "/bulk", {
      payload: ImportAssets,
      success: ImportedAssets.pipe(HttpApiSchema.status(201))
    }).annotateMerge(
      route(
        manage,
        "Add many assets",
        "At most 1000. Adds as many as the plan has room for; each that is skipped is told of with the reason: a field " +
          "that is wrong, a serial number that exists already or stands in the list twice, or no room."
      )
    ),
    HttpApiEndpoint.patch("returnMany", "/bulk-return", {
      payload: ReturnAssets,
      success: ReturnedAssets
    }).annotateMerge(
      route(
        giveBack,
        "Return many assets",
        "At most 500. Only `deployed` assets change; all others are skipped without a word."
      )
    ),
    HttpApiEndpoint.patch("edit", "/:id", {
      params,
      payload: EditAsset,
      success: Asset,
      error: [AssetHolderRefused, AssetNotFound, AssetSerialTaken, AssetLost, LegalHoldInForce]
    }).annotateMerge(
      route(
        manage,
        "Edit an asset",
        "Name and serial number are given on every call; what else is left out stays as it is. An asset becomes `lost` " +
          "this way; a lost one is returned by the return route, with `found`. It is not taken from somebody whose " +
          "offboarding is under legal hold or was released less than 7 days ago."
      )
    ),
    HttpApiEndpoint.patch("giveBack", "/:id/return", {
      params,
      payload: [ReturnAsset, HttpApiSchema.NoContent],
      success: ReturnedAsset,
      error: [AssetNotFound, AssetLost]
    }).annotateMerge(
      route(
        giveBack,
        "Return an asset",
        "A lost one only with `found: true`. One that is returned already answers `unchanged: true`."
      )
    ),
    HttpApiEndpoint.post("receive", "/:id/receive", {
      params,
      success: ReturnedAsset,
      error: [AssetNotFound, ShipmentNotAnnounced]
    }).annotateMerge(
      route(
        giveBack,
        "Mark an announced shipment as received",
        "Returns an asset that the departing person announced on the portal with carrier and tracking number; " +
          "`asset.returned` has the source `shipment`. One that is returned already answers `unchanged: true`."
      )
    ),
    HttpApiEndpoint.delete("remove", "/:id", {
      params,
      success: AssetDeleted,
      error: [AssetNotFound, LegalHoldInForce]
    }).annotateMerge(
      route(
        manage,
        "Delete an asset",
        "Refused while it is assigned to somebody whose offboarding is under legal hold or was released less than 7 " +
          "days ago."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/assets")
  .annotateMerge(group("Assets", "Equipment and who has it")) {}
