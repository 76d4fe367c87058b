import { iso31661, iso31662 } from "iso-3166"

/** Of ISO 3166-1 alpha-2 and ISO 3166-2, upper-case. */
export const jurisdictionCodes: ReadonlySet<string> = new Set([
  ...iso31661.map(({ alpha2 }) => alpha2),
  ...iso31662.map(({ code }) => code)
])
