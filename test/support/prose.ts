import { globSync, readFileSync } from "node:fs"
import { parseSync } from "rolldown/utils"

type Scope = "ui" | "help" | "docs" | "comments" | "logs"

interface Hit {
  readonly file: string
  readonly line: number
  readonly scope: Scope
  readonly found: string
  readonly instead: string
}

interface Text {
  readonly scope: Scope
  /** Offset in the file, in UTF-16 units. */
  readonly at: number
  readonly text: string
}

const rules = readFileSync("docs/words.txt", "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const [pattern = "", instead = "", scopes = ""] = line.split("\t")
    return { pattern: new RegExp(pattern, "giu"), instead, scopes: scopes.split(",") }
  })

/** Stored in hashed audit entries, so it cannot be reworded. */
const storedValue = /nobody signed in/g

/** Code in a text, replaced by spaces so that offsets stay. */
const withoutCode = (text: string) =>
  text
    .replaceAll(storedValue, (value) => " ".repeat(value.length))
    .replaceAll(
      /^ *```[^]*?^ *```|`[^`]*`|\]\([^)]*\)|<[a-z/!][^>]*>|https?:\/\/\S+|-----[A-Z ]+|\b[a-z]+(?:-[a-z]+)*-\d+\b|\{[\w.]+\}/gm,
      (code) => code.replaceAll(/[^\n]/g, " ")
    )

const sentence = /\p{L}+[^\p{L}]? \S+ \S+/u
const sql =
  /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|ALTER|CREATE|DROP|SET|GRANT|REVOKE|BEGIN|LOCK|VACUUM|COPY|FROM|WHERE|ON)\b|\bIN \('|<> '/
const logCall = /^(?:Effect\.log|survive\(|surviving\()/

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"

/** Fields of a node whose strings are not prose. */
const unread: Readonly<Record<string, ReadonlyArray<string>>> = {
  ImportDeclaration: ["source", "attributes"],
  ExportAllDeclaration: ["source"],
  ExportNamedDeclaration: ["source"],
  ImportExpression: ["source"],
  Property: ["key"],
  PropertyDefinition: ["key"],
  TSLiteralType: ["literal"]
}

/** German words next to the English ones: `de: …`, `const de = …`. */
const isGerman = (node: Node) => {
  const name = "key" in node ? node.key : "id" in node ? node.id : undefined
  return isNode(name) && "name" in name && /^de$|German$/.test(String(name.name))
}

/** The strings and comments of a source file. `every` also reads strings of fewer than three words. */
const textsOf = (file: string, source: string, every: boolean): ReadonlyArray<Text> => {
  const { comments, program } = parseSync(file, source, { range: false })
  const texts: Array<Text> = comments.map(({ start, value }) => ({ scope: "comments", at: start + 2, text: value }))
  const add = (scope: Scope, { end, start }: Node) => {
    const text = source.slice(start, end)
    if (scope === "logs" || every || (sentence.test(text) && !sql.test(text.slice(1))))
      texts.push({ scope, at: start, text })
  }
  const walk = (node: Node, scope: Scope): void => {
    if (isGerman(node)) return
    if (node.type === "Literal" || node.type === "JSXText") {
      if (node.type === "JSXText" || ("value" in node && typeof node.value === "string")) add(scope, node)
      return
    }
    if (node.type === "TemplateLiteral") {
      if (scope === "logs") add(scope, node)
      else if ("quasis" in node && Array.isArray(node.quasis)) for (const quasi of node.quasis) add(scope, quasi)
    }
    const isLogged =
      node.type === "CallExpression"
        ? logCall.test(source.slice(node.start, node.start + 10))
        : node.type === "Property" && source.startsWith("says:", node.start)
    const inside = isLogged ? "logs" : scope
    const tagged = node.type === "TaggedTemplateExpression" && !source.startsWith("html", node.start)
    for (const [key, value] of Object.entries(node)) {
      if (unread[node.type]?.includes(key) === true) continue
      for (const child of Array.isArray(value) ? value : [value]) {
        if (!isNode(child)) continue
        if (tagged && child.type === "TemplateLiteral") {
          if ("expressions" in child && Array.isArray(child.expressions))
            for (const part of child.expressions) walk(part, inside)
        } else if (child.type !== "TemplateElement") walk(child, inside)
      }
    }
  }
  walk(program, "ui")
  return texts
}

const english = /(?:^|[/.])en\.ts$/
const german = /(?:^|[/.])de\.ts$/

const textsIn = (file: string, source: string): ReadonlyArray<Text> => {
  if (file.endsWith(".md")) return [{ scope: file.endsWith("help.en.md") ? "help" : "docs", at: 0, text: source }]
  return textsOf(file, source, file.startsWith("packages/dashboard/") && english.test(file)).filter(
    ({ scope }) => scope !== "ui" || !german.test(file)
  )
}

/** The word list's own explanation, and pages that list names of tables and routes. */
const unreadFiles = new Set(["docs/style.md", "docs/glossary.md", "docs/schema.md", "docs/routes.md"])

/** Everything people read: documents, help, and the sources of the service and its packages. */
export const proseFiles = (): ReadonlyArray<string> =>
  [
    "*.md",
    "docs/**/*.md",
    "packages/*/README.md",
    "packages/dashboard/src/**/help.en.md",
    "src/**/*.ts",
    "packages/*/src/**/*.{ts,tsx}"
  ]
    .flatMap((pattern) => globSync(pattern))
    .filter((file) => !file.includes("node_modules") && !unreadFiles.has(file))
    .toSorted()

/** The words of a file that `docs/words.txt` forbids where they are. */
export const hitsIn = (file: string): ReadonlyArray<Hit> => {
  const source = readFileSync(file, "utf8")
  return textsIn(file, source).flatMap(({ at, scope, text }) => {
    const read = scope === "logs" ? text : withoutCode(text)
    return rules
      .filter(({ scopes }) => scopes.includes("all") || scopes.includes(scope))
      .flatMap(({ instead, pattern }) =>
        [...read.matchAll(pattern)].map((match) => ({
          file,
          line: source.slice(0, at + match.index).split("\n").length,
          scope,
          found: read.slice(Math.max(0, match.index - 30), match.index + match[0].length + 30).replaceAll(/\s+/g, " "),
          instead: `${match[0]} → ${instead}`
        }))
      )
  })
}

export const printed = ({ file, found, instead, line, scope }: Hit): string =>
  `${file}:${line} ${scope}: …${found}… ${instead}`
