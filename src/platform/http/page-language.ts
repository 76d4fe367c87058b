/** Languages of the service's own pages. */
export const pageLanguages = ["en", "de"] as const
export type PageLanguage = (typeof pageLanguages)[number]

const isSpoken = (name: string): name is PageLanguage => pageLanguages.some((one) => one === name)

const chosen = (url: string) => new URLSearchParams(url.split("?", 2)[1] ?? "").get("lang") ?? ""

/** `de-AT;q=0.8` as `de`, `AT`, and its quality. */
const wish = (part: string) => {
  const [name = "", ...rest] = part.trim().toLowerCase().split(";")
  const quality = Number(/^\s*q=([\d.]+)\s*$/.exec(rest.join(";"))?.[1] ?? "1")
  const region = /^[a-z]+-([a-z]{2})$/.exec(name)?.[1]?.toUpperCase()
  return { name: name.split("-", 1)[0] ?? "", region, quality: Number.isFinite(quality) ? quality : 0 }
}

interface Asking {
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
}

const wishesOf = ({ headers }: Pick<Asking, "headers">) =>
  (headers["accept-language"] ?? "")
    .split(",")
    .map(wish)
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)

/** Language chosen on the page (`?lang=de`), else the first supported one of the browser, else English. */
export const pageLanguage = (request: Asking): PageLanguage => {
  const choice = chosen(request.url)
  if (isSpoken(choice)) return choice
  for (const { name } of wishesOf(request)) if (isSpoken(name)) return name
  return "en"
}

const usual: Readonly<Record<PageLanguage, string>> = { en: "en-US", de: "de-DE" }

/** Locale for dates: the page's language in the browser's region (`en-GB`), else `en-US` or `de-DE`. */
export const pageLocale = (language: PageLanguage, request: Pick<Asking, "headers">): string => {
  const regional = wishesOf(request).find(({ name, region }) => name === language && region !== undefined)
  return regional === undefined ? usual[language] : `${language}-${regional.region}`
}
