import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

export class AssetNotFound extends Refusal<AssetNotFound>()("AssetNotFound", 404, {
  error: Schema.tag("Asset not found in this organization")
}) {}

/** Serial numbers are compared exactly, without surrounding white space (work-50). */
export class AssetSerialTaken extends Refusal<AssetSerialTaken>()("AssetSerialTaken", 409, {
  error: Schema.tag("An asset with this serial number already exists. Edit that asset, or correct the number"),
  code: Schema.tag("serial_exists")
}) {}

/** A lost asset comes back by saying that it was found (assets-13). */
export class AssetLost extends Refusal<AssetLost>()("AssetLost", 409, {
  error: Schema.tag("This asset is lost. If it was found, return it with found: true"),
  code: Schema.tag("ASSET_LOST")
}) {}

/** Only what the departing person announced is marked as received; anything else is returned by the return route. */
export class ShipmentNotAnnounced extends Refusal<ShipmentNotAnnounced>()("ShipmentNotAnnounced", 409, {
  error: Schema.tag("No shipment of this asset was announced. Return the asset instead"),
  code: Schema.tag("no_shipment")
}) {}

/** `orgEmployeeId` names no one who can hold equipment. */
export class AssetHolderRefused extends Refusal<AssetHolderRefused>()("AssetHolderRefused", 400, {
  error: Schema.String,
  code: Schema.tag("unknown_employee")
}) {}
