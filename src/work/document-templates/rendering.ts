import { type MergeField, mergeFields } from "@svc/contract/document-templates/schema"
import { Result } from "effect"
import { Liquid, Output, Tag } from "liquidjs"
import sanitizeHtml from "sanitize-html"
import { excessOf } from "./bounds.ts"

/** Interprets, never compiles; values are always escaped; unknown merge fields have been refused. */
const engine = new Liquid({
  outputEscape: "escape",
  strictVariables: true,
  strictFilters: true,
  ownPropertyOnly: true,
  relativeReference: false,
  parseLimit: 1_000_000,
  renderLimit: 1_000,
  memoryLimit: 10_000_000
})

const known: ReadonlySet<string> = new Set(mergeFields)

/**
 * Whether the template consists of HTML and plain merge fields (`{{employee_name}}`) alone: no tags, filters, comparisons
 * or properties. A refusal is a sentence for its author.
 */
export const judgeTemplate = (body: string): Result.Result<void, string> => {
  const excess = excessOf(body)
  if (excess !== undefined) return Result.fail(`body: ${excess}. Use fewer`)
  try {
    const unknown: Array<string> = []
    for (const part of engine.parse(body)) {
      if (part instanceof Tag)
        return Result.fail("body: only merge fields such as {{employee_name}} are allowed, no {% … %}")
      if (!(part instanceof Output)) continue
      // Cut out by place: a pattern that looks for the spaces on both sides takes their square.
      const field = part.token.getText().slice("{{".length, -"}}".length).trim()
      if (!known.has(field)) unknown.push(field.slice(0, 100))
    }
    return unknown.length === 0
      ? Result.void
      : Result.fail(
          `body: unknown merge fields: ${[...new Set(unknown)].slice(0, 10).join(", ")}. Available: ${mergeFields.join(", ")}`
        )
  } catch {
    return Result.fail("body: the merge fields cannot be read. Write each as {{employee_name}}")
  }
}

const size = /^(?:0|\d{1,4}(?:\.\d+)?(?:px|pt|em|rem|cm|mm|%))$/
const sizes = /^(?:(?:0|auto|\d{1,4}(?:\.\d+)?(?:px|pt|em|rem|cm|mm|%))\s*){1,4}$/
const colour = /^(?:#[0-9a-f]{3,8}|[a-z]{3,20})$/i

/** What a letter needs, and nothing that runs, loads, or redirects. */
const letters: sanitizeHtml.IOptions = {
  allowedTags: [
    ...sanitizeHtml.defaults.allowedTags.filter((tag) => tag !== "a"),
    "a",
    "img",
    "center",
    "font",
    "u",
    "ins",
    "del"
  ],
  allowedAttributes: {
    "*": ["style", "align", "title", "lang", "dir"],
    a: ["href"],
    img: ["src", "alt", "width", "height"],
    td: ["colspan", "rowspan"],
    th: ["colspan", "rowspan", "scope"]
  },
  allowedSchemes: ["https", "mailto", "tel"],
  allowedSchemesByTag: { img: ["data"] },
  allowProtocolRelative: false,
  allowedStyles: {
    "*": {
      color: [colour],
      "background-color": [colour],
      "font-size": [size],
      "font-weight": [/^(?:bold|normal|[1-9]00)$/],
      "font-style": [/^(?:italic|normal)$/],
      "text-align": [/^(?:left|right|center|justify)$/],
      "text-decoration": [/^(?:underline|line-through|none)$/],
      margin: [sizes],
      padding: [sizes],
      width: [size],
      border: [/^(?:none|\d{1,2}px (?:solid|dashed|dotted) (?:#[0-9a-f]{3,8}|[a-z]{3,20}))$/i]
    }
  }
}

const page = (title: string, content: string) => `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${title}</title>
</head>
<body>
${content}
</body>
</html>
`

/** The filled-in letter as a page of its own. Values are text: what looks like HTML or like a merge field stays as it is. */
export const renderDocument = (
  template: { readonly name: string; readonly body: string },
  values: Readonly<Record<MergeField, string>>
): string => {
  const filled: unknown = engine.parseAndRenderSync(template.body, values)
  return page(
    sanitizeHtml(template.name, { allowedTags: [], allowedAttributes: {}, disallowedTagsMode: "escape" }),
    sanitizeHtml(String(filled), letters)
  )
}
