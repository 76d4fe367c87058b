import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { isUtf8 } from "node:buffer"

const charsetOf = (contentType: string) => /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(contentType)?.[1]

/** What the headers say against reading the body as JSON in UTF-8; undefined when nothing. */
const flawOfHeaders = (headers: HttpServerRequest.HttpServerRequest["headers"]) => {
  const encoding = (headers["content-encoding"] ?? "").trim()
  if (!/^(?:identity)?$/i.test(encoding)) return "Send the body uncompressed, without Content-Encoding"
  const charset = charsetOf(headers["content-type"] ?? "") ?? "utf-8"
  return /^(?:utf-?8|us-ascii)$/i.test(charset) ? undefined : "Send the body as JSON in UTF-8"
}

/** The most items of a list of the body. */
const longestList = 10_000

/** The most levels of lists and objects: a deeper text costs the parser a multiple of its length. */
const maxDepth = 100

const endOfString = (text: string, start: number) => {
  let end = text.indexOf('"', start + 1)
  while (end !== -1) {
    let slashes = 0
    while (text[end - 1 - slashes] === "\\") slashes += 1
    if (slashes % 2 === 0) return end
    end = text.indexOf('"', end + 1)
  }
  return text.length
}

/**
 * The first bound that the JSON breaks: a list of more than 10,000 items, or more than 100 levels. Both are found in the
 * text, before it is parsed: to parse, and then to decode each of a million items would hold up everybody.
 */
export const flawOfJson = (text: string): string | undefined => {
  let depth = 0
  let items = 0
  let inList = false
  let field = ""
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') {
      const end = endOfString(text, at)
      if (depth === 1) field = text.slice(at + 1, Math.min(end, at + 101))
      at = end
    } else if (character === "[" || character === "{") {
      depth += 1
      if (depth > maxDepth) return `The body is nested more than ${maxDepth} levels deep. Send a flatter one`
      if (depth === 2) {
        items = 1
        inList = character === "["
      }
    } else if (character === "]" || character === "}") depth -= 1
    else if (character === "," && depth === 2 && inList) {
      items += 1
      if (items > longestList) return `${field}: must be a list of at most ${longestList} items`
    }
  }
  return undefined
}

const notJson = "?"

/**
 * The request with a body that is text only if it is UTF-8 throughout and not compressed: the platform reads any bytes
 * as UTF-8 and would keep replacement characters where the sender meant something else. What is wrong is told through
 * `onFlaw`, and the text is one that is no JSON, so that the decoding fails where it always does.
 */
export const withStrictBody = (
  request: HttpServerRequest.HttpServerRequest,
  onFlaw: (sentence: string) => void
): HttpServerRequest.HttpServerRequest => {
  const refuse = (sentence: string) =>
    Effect.sync(() => {
      onFlaw(sentence)
      return notJson
    })
  const judge = (read: string) => {
    const flaw = flawOfJson(read)
    return flaw === undefined ? Effect.succeed(read) : refuse(flaw)
  }
  const text = Effect.suspend(() => {
    const flaw = flawOfHeaders(request.headers)
    if (flaw !== undefined) return refuse(flaw)
    return Effect.flatMap(request.arrayBuffer, (bytes) =>
      isUtf8(bytes) ? Effect.flatMap(request.text, judge) : refuse("The body is not valid UTF-8")
    )
  })
  return new Proxy(request, {
    get: (target, key) => (key === "text" ? text : Reflect.get(target, key, target))
  })
}
