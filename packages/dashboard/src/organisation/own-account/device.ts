// Order matters: Edge and Opera also claim to be Chrome, and Chrome to be Safari.
const browsers = [
  [/\bEdg/, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/Chrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"]
] as const

const systems = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"]
] as const

const named = <Name extends string>(known: ReadonlyArray<readonly [RegExp, Name]>, text: string) =>
  known.find(([pattern]) => pattern.test(text))?.[1]

/** Browser and system of a user agent; undefined if unknown. */
export const deviceOf = (userAgent: string | null) => {
  const browser = named(browsers, userAgent ?? "")
  const system = named(systems, userAgent ?? "")
  return browser === undefined || system === undefined ? undefined : { browser, system }
}
