// Node keeps a file of which one character is beyond ASCII with two bytes for each of its millions.
const beyond = /[^\0-\u007f]/g
const isBeyond = (text) => text.search(beyond) !== -1
const escaped = (text) => text.replaceAll(beyond, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)

/** Positions of texts and patterns, without templates of `String.raw`, which reads escapes as they are written. */
const placesIn = (node) => {
  if (typeof node !== "object" || node === null) return []
  if (Array.isArray(node)) return node.flatMap(placesIn)
  if (node.type === "TaggedTemplateExpression" && node.tag.property?.name === "raw") {
    return [...placesIn(node.tag), ...placesIn(node.quasi.expressions)]
  }
  if (node.type === "TemplateElement") return [[node.start, node.end]]
  if (node.type === "Literal" && (typeof node.value === "string" || node.regex !== undefined)) {
    return [[node.start, node.end]]
  }
  return Object.values(node).flatMap(placesIn)
}

const written = (code, parse) => {
  const places = placesIn(parse(code))
    .filter(([start, end]) => isBeyond(code.slice(start, end)))
    .toSorted(([one], [other]) => one - other)
  let made = ""
  let at = 0
  for (const [start, end] of places) {
    made += code.slice(at, start) + escaped(code.slice(start, end))
    at = end
  }
  return made + code.slice(at)
}

/** Writes what is beyond ASCII in texts and patterns as escapes, which mean the same. */
export const oneByte = {
  name: "one-byte",
  // At the very end: what is printed again would be printed without escapes.
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type === "chunk" && isBeyond(file.code)) file.code = written(file.code, (code) => this.parse(code))
    }
  }
}
