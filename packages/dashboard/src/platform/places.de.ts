import type * as en from "./places.en.ts"

export const places: typeof en.places = {
  find: "Nach Name oder Code suchen, etwa US-FL",
  none: "Nicht festgelegt",
  organization: "Vorgabe der Organisation",
  regions: { "US-CA": "Kalifornien", "US-NY": "New York", "US-TX": "Texas" }
}
