import { DOMParser, type Element, type Node } from "@xmldom/xmldom"
import { Data, Effect } from "effect"
import { isUtf8 } from "node:buffer"

export type { Element } from "@xmldom/xmldom"

/** The text is not XML, or contains something that no provider's SAML message needs. */
export class XmlRefused extends Data.TaggedError("XmlRefused")<{ readonly reason: string }> {}

export const protocolNs = "urn:oasis:names:tc:SAML:2.0:protocol"
export const assertionNs = "urn:oasis:names:tc:SAML:2.0:assertion"
export const metadataNs = "urn:oasis:names:tc:SAML:2.0:metadata"
export const signatureNs = "http://www.w3.org/2000/09/xmldsig#"

/**
 * Declarations, comments, CDATA, and processing instructions let two parsers read one text differently, or one run out
 * of memory. A raw `<` means nothing else in XML, so a text search finds them all.
 */
const flawOf = (text: string) => {
  if (/<!/.test(text)) return "it has a DTD, a comment or a CDATA section"
  if (/<\?/.test(text.replace(/^\uFEFF?\s*<\?xml\s[^<>]*\?>/, ""))) return "it has a processing instruction"
  if (text.includes("\u0000") || !text.isWellFormed()) return "it has characters that XML does not know"
  return undefined
}

/** Far beyond what providers send; the parser's work grows with the square of some of these. */
const most = { depth: 64, tags: 10_000, tagLength: 8_192 } as const

const tooLarge = (text: string, mostTags: number) => {
  // Every tag has one, however a lenient parser reads its attributes.
  if (text.split("<", mostTags + 2).length > mostTags + 1) return true
  let depth = 0
  for (const [tag] of text.matchAll(/<\/?[^<>]*>/g)) {
    if (tag.startsWith("</")) depth -= 1
    else if (!tag.endsWith("/>")) depth += 1
    if (depth > most.depth || tag.length > most.tagLength) return true
  }
  return false
}

/** Parses strictly: refuses what a lenient parser would repair, and documents with more tags than this. */
export const parseXml = (text: string, mostTags: number = most.tags): Effect.Effect<Element, XmlRefused> =>
  Effect.suspend(() => {
    const flaw = flawOf(text) ?? (tooLarge(text, mostTags) ? "it is larger than any that providers send" : undefined)
    if (flaw !== undefined) return Effect.fail(new XmlRefused({ reason: flaw }))
    const refuse = (): never => {
      throw new XmlRefused({ reason: "it is not well-formed" })
    }
    try {
      const parser = new DOMParser({
        locator: {},
        errorHandler: { warning: refuse, error: refuse, fatalError: refuse }
      })
      const root = parser.parseFromString(text, "text/xml").documentElement
      return root === null ? Effect.fail(new XmlRefused({ reason: "it is not well-formed" })) : Effect.succeed(root)
    } catch {
      return Effect.fail(new XmlRefused({ reason: "it is not well-formed" }))
    }
  })

/** The text of bytes in UTF-8, the one encoding that providers send. */
export const textOfBytes = (bytes: Uint8Array): Effect.Effect<string, XmlRefused> =>
  isUtf8(bytes)
    ? Effect.succeed(Buffer.from(bytes).toString("utf8"))
    : Effect.fail(new XmlRefused({ reason: "it is not in UTF-8" }))

const isElement = (node: Node): node is Element => node.nodeType === 1

export const childrenOf = (parent: Element): ReadonlyArray<Element> => Array.from(parent.childNodes).filter(isElement)

/** The element and all below it, in the order of the text. */
export const allWithin = (root: Element): ReadonlyArray<Element> => {
  const found: Array<Element> = []
  const open = [root]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    found.push(next)
    open.push(...childrenOf(next).toReversed())
  }
  return found
}

export const isNamed = (element: Element, namespace: string, name: string): boolean =>
  element.namespaceURI === namespace && element.localName === name

export const childrenNamed = (parent: Element, namespace: string, name: string): ReadonlyArray<Element> =>
  childrenOf(parent).filter((child) => isNamed(child, namespace, name))

/** The child of that name when there is just one. */
export const onlyChild = (parent: Element | undefined, namespace: string, name: string): Element | undefined => {
  const [first, ...more] = parent === undefined ? [] : childrenNamed(parent, namespace, name)
  return more.length === 0 ? first : undefined
}

/** The text of an element without children; undefined if it contains anything else. */
export const textOf = (element: Element | undefined): string | undefined =>
  element !== undefined && Array.from(element.childNodes).every((node) => node.nodeType === 3)
    ? (element.textContent ?? "").trim()
    : undefined

/** An attribute without a namespace; undefined when it is missing. */
export const attributeOf = (element: Element | undefined, name: string): string | undefined =>
  element?.hasAttribute(name) === true ? (element.getAttribute(name) ?? undefined) : undefined
