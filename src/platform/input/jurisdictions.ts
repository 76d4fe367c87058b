import { iso31661, iso31662 } from "iso-3166"

const codes: ReadonlySet<string> = new Set([
  ...iso31661.map(({ alpha2 }) => alpha2),
  ...iso31662.map(({ code }) => code)
])

/** Whether an upper-case code is one of ISO 3166-1 alpha-2 or ISO 3166-2. */
export const isJurisdiction = (code: string): boolean => codes.has(code)
