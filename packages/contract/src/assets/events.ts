import { Schema } from "effect"
import { CalendarDate } from "../kernel/dates.ts"
import { EmployeeId, Uuid } from "../kernel/ids.ts"

const asset = {
  assetId: Uuid,
  itemName: Schema.String,
  serialNumber: Schema.String,
  category: Schema.Literals(["laptop", "monitor", "phone", "badge", "peripheral", "other"]),
  employeeId: Schema.NullOr(EmployeeId)
}

/** One per asset that becomes returned; an already returned asset sends nothing. */
export const AssetReturned = Schema.TaggedStruct("asset.returned", {
  ...asset,
  source: Schema.Literals(["shipment", "manual", "bulk"])
})

/** Once per deadline, the night after it passes on the organisation's calendar. */
export const AssetOverdue = Schema.TaggedStruct("asset.overdue", {
  ...asset,
  returnDeadline: CalendarDate,
  daysOverdue: Schema.Int
})
