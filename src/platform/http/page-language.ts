/** The languages that the service's own pages are written in. */
export const pageLanguages = ["en", "de"] as const
export type PageLanguage = (typeof pageLanguages)[number]

const isSpoken = (name: string): name is PageLanguage => pageLanguages.some((one) => one === name)

const chosen = (url: string) => new URLSearchParams(url.split("?", 2)[1] ?? "").get("lang") ?? ""

/** `de-AT;q=0.8` as `de` and how much it is wanted. */
const wish = (part: string) => {
  const [name = "", ...rest] = part.trim().toLowerCase().split(";")
  const quality = Number(/^\s*q=([\d.]+)\s*$/.exec(rest.join(";"))?.[1] ?? "1")
  return { name: name.split("-", 1)[0] ?? "", quality: Number.isFinite(quality) ? quality : 0 }
}

/** What was chosen on the page (`?lang=de`), else what the browser asks for first of what there is, else English. */
export const pageLanguage = ({
  headers,
  url
}: {
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
}): PageLanguage => {
  const choice = chosen(url)
  if (isSpoken(choice)) return choice
  const wishes = (headers["accept-language"] ?? "")
    .split(",")
    .map(wish)
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
  for (const { name } of wishes) if (isSpoken(name)) return name
  return "en"
}
