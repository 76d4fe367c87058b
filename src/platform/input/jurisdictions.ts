import { Effect } from "effect"

// Five thousand names of places, of no use until a case names one.
const codes = Effect.promise(() => import("./jurisdiction-codes.ts"))

/** Whether an upper-case code is one of ISO 3166-1 alpha-2 or ISO 3166-2. */
export const isJurisdiction = (code: string): Effect.Effect<boolean> =>
  Effect.map(codes, ({ jurisdictionCodes }) => jurisdictionCodes.has(code))
