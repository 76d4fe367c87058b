import { parseSync, type Plugin, Visitor } from "vite"

/** What of the text goes: from and to which place. */
type Cut = readonly [start: number, end: number]

const cutsOf = (id: string, code: string) => {
  const cuts: Array<Cut> = []
  new Visitor({
    CallExpression({ arguments: [first], callee, end }) {
      if (first === undefined) return
      if (callee.type === "Identifier" && callee.name === "described") {
        cuts.push([callee.start, callee.end], [first.end, end - 1])
      }
      if (
        callee.type === "MemberExpression" &&
        // The method of what was made; the function of that name, in a pipe, is another matter.
        callee.object.type === "CallExpression" &&
        code.slice(callee.property.start, callee.property.end) === "annotateMerge" &&
        code.startsWith("OpenApi.annotations(", first.start)
      ) {
        cuts.push([callee.object.end, end])
      }
    }
  }).visit(parseSync(id, code, { lang: "js" }).program)
  return cuts.toSorted(([one], [other]) => one - other)
}

/** The text without its documentation. */
export const withoutDocumentation = (id: string, code: string): string => {
  let kept = ""
  let at = 0
  for (const [start, end] of cutsOf(id, code)) {
    if (start > at) kept += code.slice(at, start)
    at = Math.max(at, end)
  }
  return kept + code.slice(at)
}

/**
 * The contract says of each field and route what it means, for the OpenAPI document. The browser needs none of it, and
 * it was a fifth of what Home loads: `described(Schema.String, "…")` is `Schema.String` there, and
 * `.annotateMerge(OpenApi.annotations({ … }))` is gone.
 */
export const undocumented = (): Plugin => ({
  name: "undocumented",
  enforce: "post",
  transform: {
    filter: { id: /packages\/contract\/src\/.*\.ts$/ },
    handler: (code, id) => ({ code: withoutDocumentation(id, code), map: null })
  }
})
