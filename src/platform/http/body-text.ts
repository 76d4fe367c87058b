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

/** The most items of one list, fields of one object, and values of the whole body. */
const maxItems = 10_000
const maxFields = 1_000
const maxValues = 100_000

/** The most levels of lists and objects: a deeper text costs the parser a multiple of its length. */
const maxDepth = 100

const tooDeep = `The body is nested more than ${maxDepth} levels deep. Send a flatter one`
const tooManyValues = `The body has more than ${maxValues} values. Send them in several requests`
const tooManyFields = `The body has an object with more than ${maxFields} fields. Send fewer`
const tooLong = (depth: number, field: string) => {
  if (depth > 2) return `${field}: contains a list with more than ${maxItems} items. Send fewer`
  return `${depth === 1 ? "The body" : `${field}:`} must be a list of at most ${maxItems} items`
}

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
 * The first bound that the JSON breaks, at whatever level. All are found in the text, before it is parsed: to parse, and
 * then to decode a million items or to name a hundred thousand unknown fields would block other requests.
 */
export const flawOfJson = (text: string): string | undefined => {
  /** Of each open list or object: whether it is a list, and how many commas it has so far. */
  const isList: Array<boolean> = []
  const commas: Array<number> = []
  let depth = 0
  let values = 0
  let field = ""
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') {
      const end = endOfString(text, at)
      if (depth === 1) field = text.slice(at + 1, Math.min(end, at + 101))
      at = end
    } else if (character === "[" || character === "{") {
      isList[depth] = character === "["
      commas[depth] = 0
      depth += 1
      values += 1
      if (depth > maxDepth) return tooDeep
    } else if (character === "]" || character === "}") {
      depth -= 1
    } else if (character === "," && depth > 0) {
      const count = (commas[depth - 1] ?? 0) + 1
      commas[depth - 1] = count
      values += 1
      if (isList[depth - 1] === true && count >= maxItems) return tooLong(depth, field)
      if (isList[depth - 1] === false && count >= maxFields) return tooManyFields
    }
    if (values > maxValues) return tooManyValues
  }
  return undefined
}

const notJson = "?"

/**
 * The request with a body that is text only if it is valid UTF-8 and uncompressed: the platform reads any bytes as
 * UTF-8 and would store replacement characters. `onFlaw` gets the reason, and the text is invalid JSON, so that
 * decoding fails where it always does.
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
