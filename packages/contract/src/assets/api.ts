import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { ListCsv, listExport, wholeList } from "../audit-list-exports/schema.ts"
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
      route(view, "List assets", "Equipment, newest first, with its holder. Filters narrow the list.")
    ),
    HttpApiEndpoint.get("export", "/export", { query: wholeList(ListAssets), success: ListCsv }).annotateMerge(
      listExport(view, "equipment")
    ),
    HttpApiEndpoint.get("summary", "/summary", { success: AssetSummary }).annotateMerge(
      route(
        view,
        "Count assets",
        "Counts by status and category, and counts of items not yet returned by days overdue or due on the " +
          "organization's calendar. A deadline is still due through its own day."
      )
    ),
    HttpApiEndpoint.post("create", "/", {
      payload: CreateAsset,
      success: Asset.pipe(HttpApiSchema.status(201)),
      error: [AssetHolderRefused, PlanLimitReached, AssetSerialTaken]
    }).annotateMerge(route(manage, "Add an asset", "The asset starts as `deployed`, with or without a holder.")),
    HttpApiEndpoint.post("importMany", "/bulk", {
      payload: ImportAssets,
      success: ImportedAssets.pipe(HttpApiSchema.status(201))
    }).annotateMerge(
      route(
        manage,
        "Add several assets",
        "At most 1000. Adds as many as the plan allows. Each skipped asset is listed with the reason: an invalid " +
          "field, a serial number that already exists or is in the list twice, or the plan limit."
      )
    ),
    HttpApiEndpoint.patch("returnMany", "/bulk-return", {
      payload: ReturnAssets,
      success: ReturnedAssets
    }).annotateMerge(
      route(
        giveBack,
        "Return several assets",
        "At most 500. Only `deployed` assets change; all others are skipped silently."
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
        "Name and serial number are required on every call; other omitted fields are unchanged. This is how an " +
          "asset becomes `lost`; a lost asset is returned by the return route, with `found`. The holder cannot be " +
          "removed while their offboarding is under legal hold or was released from it less than 7 days ago."
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
        "A lost asset needs `found: true`. An asset that was already returned gives `unchanged: true`."
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
        "Returns an asset that the departing person announced in the portal with carrier and tracking number; " +
          "`asset.returned` has the source `shipment`. An asset that was already returned gives `unchanged: true`."
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
        "Refused while the asset is assigned to a person whose offboarding is under legal hold or was released " +
          "from it less than 7 days ago."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/assets")
  .annotateMerge(group("Assets", "Equipment and its holders")) {}
