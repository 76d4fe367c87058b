import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

export class AssetNotFound extends Refusal<AssetNotFound>("AssetNotFound")(
  { error: Schema.tag("No such asset in this organisation") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "AssetNotFound"
}

/** Serial numbers are compared to the letter, without the white space around them (work-50). */
export class AssetSerialTaken extends Refusal<AssetSerialTaken>("AssetSerialTaken")(
  {
    error: Schema.tag("An asset with this serial number exists already. Edit that one, or correct the number"),
    code: Schema.tag("serial_exists")
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "AssetSerialTaken"
}

/** A lost asset comes back by saying that it was found (assets-13). */
export class AssetLost extends Refusal<AssetLost>("AssetLost")(
  {
    error: Schema.tag("This asset is lost. If it was found, return it with found: true"),
    code: Schema.tag("ASSET_LOST")
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "AssetLost"
}

/** Only what the departing person announced is marked as received; anything else is returned by the return route. */
export class ShipmentNotAnnounced extends Refusal<ShipmentNotAnnounced>("ShipmentNotAnnounced")(
  {
    error: Schema.tag("No shipment of this asset is announced. Return it instead"),
    code: Schema.tag("no_shipment")
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "ShipmentNotAnnounced"
}

/** `orgEmployeeId` names nobody whom something can be lent to. */
export class AssetHolderRefused extends Refusal<AssetHolderRefused>("AssetHolderRefused")(
  { error: Schema.String, code: Schema.tag("unknown_employee") },
  { httpApiStatus: 400 }
) {
  readonly _tag = "AssetHolderRefused"
}
