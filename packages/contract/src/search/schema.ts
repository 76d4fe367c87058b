import { Schema } from "effect"
import { AssetCategory, AssetStatus } from "../assets/schema.ts"
import { DocumentStatus } from "../documents/schema.ts"
import { EmployeeStatus } from "../employees/schema.ts"
import { CalendarDate } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { AssetId, DocumentId, EmployeeId, OffboardingId } from "../kernel/ids.ts"
import { Text } from "../kernel/text.ts"
import { OffboardingStatus } from "../offboardings/schema.ts"

export const FoundOffboarding = Schema.Struct({
  id: OffboardingId,
  employee_name: Schema.String,
  /** Job title; empty when unknown. */
  employee_role: Schema.String,
  exit_date: CalendarDate,
  status: OffboardingStatus,
  /** Apps whose removal failed and is not confirmed manually. */
  failed_removals: Schema.Int
}).annotate({ identifier: "FoundOffboarding" })

export const FoundPerson = Schema.Struct({
  id: EmployeeId,
  full_name: Schema.String,
  email: Schema.String,
  status: EmployeeStatus
}).annotate({ identifier: "FoundPerson" })

export const FoundEquipment = Schema.Struct({
  id: AssetId,
  item_name: Schema.String,
  serial_number: Schema.String,
  category: AssetCategory,
  status: AssetStatus,
  /** Null without a holder, and where the holder is outside the caller's record scope. */
  holder: Schema.NullOr(Schema.String)
}).annotate({ identifier: "FoundEquipment" })

export const FoundPaper = Schema.Struct({
  id: DocumentId,
  offboarding_id: OffboardingId,
  name: Schema.String,
  status: DocumentStatus,
  employee_name: Schema.String
}).annotate({ identifier: "FoundPaper" })

/** Maximum matches of each kind. */
export const maxFound = 5

/** The first matches and their number; null for callers without permission for this kind. */
const found = <S extends Schema.Top>(item: S) =>
  Schema.NullOr(Schema.Struct({ rows: Schema.Array(item), total: Schema.Int }))

export const Found = Schema.Struct({
  offboardings: found(FoundOffboarding),
  people: found(FoundPerson),
  equipment: found(FoundEquipment),
  documents: found(FoundPaper)
})
export type Found = typeof Found.Type

export const SearchQuery = {
  q: Schema.optionalKey(
    described(Text(200), "Text to find, as the lists find it; case-insensitive. Blank text finds nothing", {
      example: "lovelace"
    })
  )
}
