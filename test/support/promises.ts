import { globSync, readFileSync } from "node:fs"
import { basename } from "node:path"

/** A rule that the service keeps. Its sentence is a comment at a case that holds it; its number, at the other cases. */
interface Promised {
  readonly id: string
  readonly sentences: ReadonlyArray<string>
  readonly cases: ReadonlyArray<{ readonly file: string; readonly title: string }>
}

const id = "[a-z]+(?:-[a-z]+)*-\\d+"
const tag = new RegExp(`^ *// (${id}): (.+(?:\\n *//   .+)*)$|^ *// (${id}(?:,(?: |\\n *//   )${id})*)$`, "gm")
const title = /(?:\.status(?:\.each\([^]*?\))?\(\s*(\d{3}),\s*)?(["'`])((?:\\.|(?!\2)[^\\])+)\2/

const tagsIn = (file: string) => {
  const source = readFileSync(file, "utf8")
  return [...source.matchAll(tag)].flatMap((match) => {
    const [all, first = "", sentence, others = ""] = match
    const code = source.slice(match.index + all.length).replace(/^(?:\s*\/\/.*\n)+/, "")
    const [, status, , words = ""] = title.exec(code) ?? []
    const held = { file, title: status === undefined ? words : `${status}: ${words}` }
    return [...(sentence === undefined ? [] : [first]), ...(others.match(/[a-z-]+-\d+/g) ?? [])].map((promise) => ({
      promise,
      sentence: sentence?.replaceAll(/\n *\/\/ +/g, " "),
      held
    }))
  })
}

const decided = new Set(globSync("docs/decisions/*.md").map((file) => basename(file, ".md")))

/** All promises of the tests, by topic and number. The name of a file of decisions is no topic. */
export const promises = (): ReadonlyArray<Promised> =>
  [...Map.groupBy(globSync("test/**/*.ts").toSorted().flatMap(tagsIn), ({ promise }) => promise)]
    .filter(([name]) => !decided.has(name.replace(/-\d+$/, "")))
    .map(([name, tags]) => ({
      id: name,
      sentences: tags.flatMap(({ sentence }) => (sentence === undefined ? [] : [sentence])),
      cases: tags.map(({ held }) => held)
    }))
    .toSorted((one, other) => one.id.localeCompare(other.id, "en", { numeric: true }))
