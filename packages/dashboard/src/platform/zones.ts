/** Former zone names that browsers still list, with their current names. */
const renamed: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk"
}

/** Offset on that day, such as `UTC+05:30`; undefined for zones the browser does not know. */
const offsetOf = (zone: string, at: Date): string | undefined => {
  try {
    const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" }).formatToParts(at)
    const offset = parts.find(({ type }) => type === "timeZoneName")?.value.replace("GMT", "UTC")
    return offset === "UTC" ? "UTC+00:00" : offset
  } catch {
    return undefined
  }
}

interface Zone {
  readonly name: string
  /** `Asia/Kolkata (UTC+05:30)` */
  readonly words: string
  /** Search text, with the former name. */
  readonly text: string
}

const zoneNamed = (listed: string, at: Date): Zone => {
  const present = renamed[listed] ?? listed
  // Old browsers might not know the current name.
  const offset = offsetOf(present, at)
  const name = offset === undefined ? listed : present
  const words = `${name.replaceAll("_", " ")} (${offset ?? offsetOf(listed, at) ?? "?"})`
  return { name, words, text: `${words} ${listed.replaceAll("_", " ")}`.toLowerCase() }
}

/** All zones of the browser by their current names, with the offset on that day. */
export const zonesAt = (at: Date): ReadonlyArray<Zone> =>
  [...new Map(["UTC", ...Intl.supportedValuesOf("timeZone")].map((one) => [renamed[one] ?? one, one])).values()]
    .map((listed) => zoneNamed(listed, at))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))

/** Zones that contain every word, and the chosen one. */
export const zonesFound = (zones: ReadonlyArray<Zone>, text: string, chosen: string, at: Date) => {
  const wanted = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
  const found = zones.filter((zone) => wanted.every((word) => zone.text.includes(word)))
  // A stored former name is kept until another zone is chosen.
  if (chosen === "" || found.some(({ name }) => name === chosen)) return found
  const known = zones.find(({ name }) => name === chosen) ?? { ...zoneNamed(chosen, at), name: chosen }
  return [known, ...found]
}
