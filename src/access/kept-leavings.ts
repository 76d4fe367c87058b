/** Years for which a reported leaving is kept after its day; a leaver test of an earlier period says that it is not complete. */
const leavingsKeptYears = 7

/** The first day whose leavings are kept. */
export const keptSince = (today: string): string =>
  `${String(Number(today.slice(0, 4)) - leavingsKeptYears).padStart(4, "0")}${today.slice(4).replace("-02-29", "-02-28")}`
