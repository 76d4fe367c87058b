import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { CalendarDate } from "../kernel/dates.ts"
import { EmployeeId, OffboardingId, Uuid } from "../kernel/ids.ts"
import { AssetCategory } from "./schema.ts"

const asset = {
  assetId: described(Uuid, "The asset"),
  itemName: described(Schema.String, "What it is", { example: "MacBook Pro 14" }),
  serialNumber: described(Schema.String, "Empty when unknown", { example: "C02XL0ABJGH5" }),
  category: described(AssetCategory, "Its category"),
  employeeId: described(Schema.NullOr(EmployeeId), "The holder's directory id")
}

/** One per asset that becomes returned; an already returned asset sends nothing. */
export const AssetReturned = Schema.TaggedStruct("asset.returned", {
  ...asset,
  source: described(Schema.Literals(["shipment", "manual", "bulk"]), "How it came back")
})

/** The departing person says by the portal link that it is on its way back; once per asset. */
export const AssetShipmentAnnounced = Schema.TaggedStruct("asset.shipment_announced", {
  assetId: Uuid,
  itemName: Schema.String,
  serialNumber: Schema.String,
  offboardingId: OffboardingId,
  employeeName: Schema.String,
  carrier: Schema.String,
  trackingNumber: Schema.String
})

/** Once per deadline, the night after it passes on the organization's calendar. */
export const AssetOverdue = Schema.TaggedStruct("asset.overdue", {
  ...asset,
  returnDeadline: described(CalendarDate, "When it was due"),
  daysOverdue: described(Schema.Int, "Days since the deadline", { example: 1 })
})
