import type { SsoFailureCode } from "@svc/contract/sso/schema"
import { Effect } from "effect"
import { SsoFailure } from "./failures.ts"
import {
  allWithin,
  assertionNs,
  attributeOf,
  childrenNamed,
  type Element,
  childrenOf,
  isNamed,
  onlyChild,
  parseXml,
  protocolNs,
  signatureNs,
  textOf,
  textOfBytes
} from "./xml.ts"

/** A response whose form leaves no doubt which assertion is meant and what each signature covers. */
interface WellFormedResponse {
  readonly xml: string
}

const success = "urn:oasis:names:tc:SAML:2.0:status:Success"

/** As base64; a provider's response has some 10,000 characters. */
const longest = 262_144

/**
 * Anyone can send a response, and the work of reading one grows with the square of its tags, blocking other requests. A
 * provider's has about 30, and two more per group.
 */
const mostTags = 2_000

const signatureAlgorithms = new Set([
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
  "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1"
])
const digestAlgorithms = new Set(["http://www.w3.org/2001/04/xmlenc#sha256", "http://www.w3.org/2001/04/xmlenc#sha512"])
const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#"
const transforms = new Set([`${signatureNs}enveloped-signature`, exclusive, `${exclusive}WithComments`])
const canonicalizations = new Set([exclusive, `${exclusive}WithComments`])

const fail = (code: SsoFailureCode, detail: string) => new SsoFailure({ code, detail, email: null })

/** Signs its own parent, once, by algorithms that hold; what it says of keys is never read. */
const flawOfSignature = (signature: Element, signed: Element): SsoFailure | undefined => {
  const info = onlyChild(signature, signatureNs, "SignedInfo")
  const reference = onlyChild(info, signatureNs, "Reference")
  const id = attributeOf(signed, "ID") ?? ""
  if (info === undefined || reference === undefined || id === "" || attributeOf(reference, "URI") !== `#${id}`) {
    return fail("signature", "a signature does not cover just the element that holds it")
  }
  const known = new Set(["SignedInfo", "SignatureValue", "KeyInfo"])
  const parts = childrenOf(signature).map((child) => child.localName ?? "")
  if (parts.some((name) => !known.has(name)) || new Set(parts).size !== parts.length) {
    return fail("signature", "a signature carries more than a signature")
  }
  const algorithmOf = (parent: Element | undefined, name: string) =>
    attributeOf(onlyChild(parent, signatureNs, name), "Algorithm") ?? ""
  const used = allWithin(info)
    .filter((element) => isNamed(element, signatureNs, "Transform"))
    .map((element) => attributeOf(element, "Algorithm") ?? "")
  const holds =
    signatureAlgorithms.has(algorithmOf(info, "SignatureMethod")) &&
    digestAlgorithms.has(algorithmOf(reference, "DigestMethod")) &&
    canonicalizations.has(algorithmOf(info, "CanonicalizationMethod")) &&
    used.length <= 2 &&
    used.every((algorithm) => transforms.has(algorithm))
  return holds ? undefined : fail("algorithm", "a signature is not made by RSA with SHA-256 or SHA-512 over exc-c14n")
}

const flawOfIds = (elements: ReadonlyArray<Element>) => {
  const ids = elements.flatMap((element) =>
    ["ID", "Id", "id", "xml:id"].flatMap((name) => attributeOf(element, name) ?? [])
  )
  return new Set(ids).size === ids.length ? undefined : fail("signature", "an ID stands for more than one element")
}

/** What was signed and where, before the signature is verified. */
const flawOfSignatures = (root: Element, assertion: Element, elements: ReadonlyArray<Element>) => {
  const signatures = elements.filter((element) => element.localName === "Signature")
  const owned = [root, assertion].map((parent) => childrenNamed(parent, signatureNs, "Signature"))
  const [ofResponse = [], ofAssertion = []] = owned
  if (ofAssertion.length === 0) return fail("unsigned", "the assertion is not signed")
  if (ofResponse.length > 1 || ofAssertion.length > 1 || signatures.length !== owned.flat().length) {
    return fail("signature", "there are signatures where none belong")
  }
  return (
    ofAssertion.map((signature) => flawOfSignature(signature, assertion)).find((flaw) => flaw !== undefined) ??
    ofResponse.map((signature) => flawOfSignature(signature, root)).find((flaw) => flaw !== undefined)
  )
}

interface Expected {
  readonly acsUrl: string
  readonly idpIssuer: string
}

/** What the response says around its assertion. It may be unsigned: it can make a sign-in fail, never succeed. */
const flawOfEnvelope = (root: Element, expected: Expected): SsoFailure | undefined => {
  if (!isNamed(root, protocolNs, "Response")) return fail("invalid_response", "it isn't a SAML response")
  const destination = attributeOf(root, "Destination")
  if (destination !== undefined && destination !== expected.acsUrl) {
    return fail("recipient", "the response is addressed to another URL")
  }
  const issuer = onlyChild(root, assertionNs, "Issuer")
  if (issuer !== undefined && textOf(issuer) !== expected.idpIssuer) {
    return fail("issuer", "the response is another provider's")
  }
  const status = onlyChild(onlyChild(root, protocolNs, "Status"), protocolNs, "StatusCode")
  return attributeOf(status, "Value") === success
    ? undefined
    : fail("refused", "the provider answered with another status than Success")
}

/**
 * Refuses every response that two parsers could read differently (signature wrapping), before the signature library
 * sees it: one assertion, in its place; signatures on it and on the response only, each over its own parent; no ID
 * twice; nothing encrypted (organisation-61).
 */
export const readResponseForm = Effect.fnUntraced(function* (encoded: string, expected: Expected) {
  const bare = encoded.replaceAll(/\s/g, "")
  if (bare.length > longest || !/^[A-Za-z0-9+/]+={0,2}$/.test(bare)) {
    return yield* fail("invalid_response", "it is not base64, or too long")
  }
  const xml = yield* textOfBytes(Buffer.from(bare, "base64")).pipe(
    Effect.catch(({ reason }) => fail("invalid_response", reason))
  )
  const root = yield* parseXml(xml, mostTags).pipe(Effect.catch(({ reason }) => fail("invalid_response", reason)))
  const flaw = flawOfEnvelope(root, expected)
  if (flaw !== undefined) return yield* flaw
  const elements = allWithin(root)
  if (elements.some(({ localName }) => localName?.startsWith("Encrypted") === true)) {
    return yield* fail("encrypted", "encrypted assertions are not supported: switch encryption off at the provider")
  }
  const assertions = elements.filter(({ localName }) => localName === "Assertion")
  const assertion = onlyChild(root, assertionNs, "Assertion")
  if (assertion === undefined || assertions.length !== 1 || elements.filter(isResponse).length !== 1) {
    return yield* fail("invalid_response", "there is not just one assertion")
  }
  const unsigned = flawOfIds(elements) ?? flawOfSignatures(root, assertion, elements)
  if (unsigned !== undefined) return yield* unsigned
  const response: WellFormedResponse = { xml }
  return response
})

const isResponse = ({ localName }: Element) => localName === "Response"
