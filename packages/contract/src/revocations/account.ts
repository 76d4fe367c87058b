import { Schema } from "effect"
import { described } from "../kernel/described.ts"

/** A vendor's account as it was found: its id there, and the address or username shown with it. */
export const VendorAccount = Schema.Struct({
  id: described(Schema.String, "The account's id at the vendor", { example: "00u1ab2cd3" }),
  name: described(Schema.NullOr(Schema.String), "The email address or username that the vendor shows with it")
})
export type VendorAccount = typeof VendorAccount.Type
