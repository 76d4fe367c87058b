/** What a letter may have of tags: the work of cleaning it grows with the square of those that are open (work-80). */
const most = { depth: 100, tags: 5_000 } as const

const names = (list: string): ReadonlySet<string> => new Set(list.split(" "))

const voids = names("area base br col embed hr img input link meta param source track wbr")
const paragraph = names("p")
const endsParagraph = names(
  "address article aside blockquote details div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr main " +
    "nav ol p pre section table ul"
)
/** Which open tags a tag ends, as parsers of HTML read it. */
const ends: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["tr", names("tr th td")],
  ["td", names("thead th td")],
  ["th", names("th")],
  ["li", names("li")],
  ["dd", names("dt dd")],
  ["dt", names("dt dd")],
  ["option", names("option")],
  ...[...endsParagraph].map((name) => [name, paragraph] as const)
])

const nothing: ReadonlySet<string> = new Set()

/**
 * What of the template's tags is too much, as a sentence; undefined when nothing is. One walk over the text, and no further
 * than to the first tag that is too many.
 */
export const excessOf = (html: string): string | undefined => {
  const name = /[a-z][a-z0-9:-]{0,29}/iy
  const open: Array<string> = []
  let tags = 0
  let at = html.indexOf("<")
  while (at !== -1) {
    const isComment = html.startsWith("<!--", at)
    const isEnd = html[at + 1] === "/"
    name.lastIndex = at + (isEnd ? 2 : 1)
    const tag = name.exec(html)?.[0].toLowerCase()
    if (isComment || tag !== undefined) tags += 1
    if (tags > most.tags) return `has more than ${most.tags.toLocaleString("en")} tags`
    if (tag !== undefined && isEnd) {
      const begin = open.lastIndexOf(tag)
      if (begin !== -1) open.length = begin
    } else if (tag !== undefined) {
      const ended = ends.get(tag) ?? nothing
      while (ended.has(open.at(-1) ?? "")) open.pop()
      if (!voids.has(tag)) open.push(tag)
      if (open.length > most.depth) return `nests tags deeper than ${most.depth}`
    }
    const end = isComment ? html.indexOf("-->", at + "<!--".length) : at
    if (end === -1) return undefined
    at = html.indexOf("<", end + 1)
  }
  return undefined
}
