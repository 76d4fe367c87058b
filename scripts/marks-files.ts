import fs from "node:fs"
import { fileURLToPath } from "node:url"
import { marks } from "../packages/dashboard/src/design/app-marks.ts"

const from = new URL("../node_modules/simple-icons/", import.meta.url)

interface Entry {
  readonly title: string
  readonly slug: string
  readonly source: string
  readonly guidelines?: string
  readonly license?: { readonly type: string; readonly url?: string }
}

const entries: ReadonlyArray<Entry> = JSON.parse(fs.readFileSync(new URL("data/simple-icons.json", from), "utf8"))
const { version } = JSON.parse(fs.readFileSync(new URL("package.json", from), "utf8"))

/** The entry of a logo. simple-icons removes a logo when its owner asks for it, so one that is absent is refused. */
export const entryOf = (slug: string): Entry => {
  const entry = entries.find((one) => one.slug === slug)
  if (entry === undefined) {
    throw new Error(
      `simple-icons ${version} has no logo "${slug}": never added, or withdrawn. Remove it from app-marks.ts`
    )
  }
  return entry
}

const symbol = (slug: string) => {
  entryOf(slug)
  const [, shape] =
    /<path d="([^"]+)"\/><\/svg>$/.exec(fs.readFileSync(new URL(`icons/${slug}.svg`, from), "utf8")) ?? []
  if (shape === undefined) throw new Error(`The logo "${slug}" is not one path`)
  return `<symbol id="${slug}" viewBox="0 0 24 24"><path d="${shape}"/></symbol>`
}

const sprite = (slugs: ReadonlyArray<string>) =>
  `<svg xmlns="http://www.w3.org/2000/svg"><!-- simple-icons ${version}, CC0-1.0. Logos identify their owners’ products, see NOTICE.md -->${slugs.map(symbol).join("")}</svg>\n`

const line = (slug: string) => {
  const { guidelines, license, source, title } = entryOf(slug)
  return [
    `- ${title}: <${source}>`,
    ...(license === undefined
      ? []
      : [`license ${license.type}${license.url === undefined ? "" : ` <${license.url}>`}`]),
    ...(guidelines === undefined || guidelines === source ? [] : [`guidelines <${guidelines}>`])
  ].join(", ")
}

const notice = `# Notice

Product names and logos in this repository belong to their owners. The dashboard shows a logo only to identify the product
that an organization connected; a logo does not mean that its owner sponsors, endorses, or is affiliated with this service.

The drawings come from [simple-icons](https://github.com/simple-icons/simple-icons) ${version}, released under CC0-1.0. CC0 covers the
drawing and grants no right to the trademark. A logo that its owner withdrew there is not used here: letters take its place.
Before you publish the dashboard under your own brand, read the guidelines of the owners below.

\`npm run marks\` writes this file from \`packages/dashboard/src/design/app-marks.ts\`.

## Logos

The source of each logo, and the license and the guidelines that its owner names.

${[...new Set([...marks.provider, ...marks.named])]
  .toSorted((one, other) => entryOf(one).title.localeCompare(entryOf(other).title, "en"))
  .map(line)
  .join("\n")}
`

const design = "../packages/dashboard/src/design/"

/** Every file of the logos, by path. */
export const markFiles: ReadonlyArray<readonly [path: string, content: string]> = [
  [`${design}app-marks-provider.svg`, sprite(marks.provider)],
  [`${design}app-marks-named.svg`, sprite(marks.named)],
  ["../NOTICE.md", notice]
].map(([path, content]) => [fileURLToPath(new URL(path ?? "", import.meta.url)), content ?? ""] as const)
