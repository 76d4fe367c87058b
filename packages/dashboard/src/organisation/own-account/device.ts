// In this order: Edge and Opera also say that they are Chrome, and Chrome that it is Safari.
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

/** What a browser says that it is, in two names; undefined where it is none. */
export const deviceOf = (userAgent: string | null) => {
  const browser = named(browsers, userAgent ?? "")
  const system = named(systems, userAgent ?? "")
  return browser === undefined || system === undefined ? undefined : { browser, system }
}
