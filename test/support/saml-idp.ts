import { DateTime, Effect } from "effect"
import { inflateRawSync } from "node:zlib"
import { generate } from "selfsigned"
import { SignedXml } from "xml-crypto"

/** A stand-in identity provider: it signs what it is told to, truthfully or not. */
export interface IdentityProvider {
  readonly entityId: string
  readonly entryPoint: string
  /** PEM, as is the certificate. */
  readonly key: string
  readonly cert: string
}

export const anIdentityProvider = Effect.fnUntraced(function* (
  options: {
    readonly name?: string
    readonly keyType?: "rsa" | "ec"
    readonly keySize?: number
    readonly until?: Date
  } = {}
) {
  const name = options.name ?? "idp"
  const made = yield* Effect.promise(() =>
    generate([{ name: "commonName", value: `${name}.example.com` }], {
      keyType: options.keyType ?? "rsa",
      keySize: options.keySize ?? 2048,
      algorithm: "sha256",
      notBeforeDate: new Date("2020-01-01T00:00:00Z"),
      notAfterDate: options.until ?? new Date("2036-01-01T00:00:00Z")
    })
  )
  const provider: IdentityProvider = {
    entityId: `https://${name}.example.com/metadata`,
    entryPoint: `https://${name}.example.com/sso`,
    key: made.private,
    cert: made.cert
  }
  return provider
})

/** What a browser carries to the provider. */
export const questionIn = (location: string) => {
  const url = new URL(location)
  const xml = inflateRawSync(Buffer.from(url.searchParams.get("SAMLRequest") ?? "", "base64")).toString()
  const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(xml)?.[1] ?? ""
  return {
    xml,
    address: `${url.origin}${url.pathname}`,
    relayState: url.searchParams.get("RelayState") ?? "",
    id: attribute("ID"),
    acsUrl: attribute("AssertionConsumerServiceURL"),
    entityId: /<saml:Issuer[^>]*>([^<]*)</.exec(xml)?.[1] ?? ""
  }
}
export type Question = ReturnType<typeof questionIn>

export interface Claims {
  readonly email?: string
  readonly id?: string
  readonly issuer?: string
  readonly audience?: string
  readonly recipient?: string
  readonly destination?: string
  readonly inResponseTo?: string
  /** Seconds from now. */
  readonly from?: number
  readonly until?: number
  readonly nameId?: string
  readonly nameIdFormat?: string
  readonly attributes?: Readonly<Record<string, ReadonlyArray<string>>>
  readonly sessionIndex?: string
  readonly status?: string
}

const ns = `xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"`
const emailFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"

let assertions = 0

/** The two documents, unsigned. */
export const answerTo = Effect.fnUntraced(function* (provider: IdentityProvider, question: Question, claims: Claims) {
  const now = yield* DateTime.now
  const at = (seconds: number) => DateTime.formatIso(DateTime.add(now, { seconds }))
  assertions += 1
  const id = claims.id ?? `_assertion${assertions}`
  const issuer = claims.issuer ?? provider.entityId
  const attributes = Object.entries(claims.attributes ?? {}).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join("")}</saml:Attribute>`
  )
  const inResponseTo = claims.inResponseTo ?? question.id
  const answering = inResponseTo === "" ? "" : ` InResponseTo="${inResponseTo}"`
  const assertion =
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${at(0)}">` +
    `<saml:Issuer>${issuer}</saml:Issuer>` +
    `<saml:Subject><saml:NameID Format="${claims.nameIdFormat ?? emailFormat}">${claims.nameId ?? claims.email ?? ""}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">` +
    `<saml:SubjectConfirmationData NotOnOrAfter="${at(claims.until ?? 300)}" Recipient="${claims.recipient ?? question.acsUrl}"${answering}/>` +
    `</saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${at(claims.from ?? -5)}" NotOnOrAfter="${at(claims.until ?? 300)}">` +
    `<saml:AudienceRestriction><saml:Audience>${claims.audience ?? question.entityId}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="${claims.sessionIndex ?? `_session${assertions}`}"><saml:AuthnContext>` +
    `<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    (attributes.length === 0 ? "" : `<saml:AttributeStatement>${attributes.join("")}</saml:AttributeStatement>`) +
    `</saml:Assertion>`
  const around = (inner: string) =>
    `<samlp:Response ${ns} ID="_response${assertions}" Version="2.0" IssueInstant="${at(0)}" Destination="${claims.destination ?? question.acsUrl}"${answering}>` +
    `<saml:Issuer>${issuer}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${claims.status ?? "Success"}"/></samlp:Status>` +
    `${inner}</samlp:Response>`
  return { assertion, around }
})

export interface Signing {
  readonly signature?: string
  readonly digest?: string
  readonly transforms?: ReadonlyArray<string>
}

const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#"

/** The document with a signature of its element of this name, right behind that element's issuer. */
export const signed = (
  provider: IdentityProvider,
  xml: string,
  name: "Assertion" | "Response",
  signing: Signing = {}
) => {
  const signer = new SignedXml({
    privateKey: provider.key,
    publicCert: provider.cert,
    signatureAlgorithm: signing.signature ?? "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    canonicalizationAlgorithm: exclusive
  })
  const element = `//*[local-name(.)='${name}']`
  signer.addReference({
    xpath: element,
    digestAlgorithm: signing.digest ?? "http://www.w3.org/2001/04/xmlenc#sha256",
    transforms: [...(signing.transforms ?? ["http://www.w3.org/2000/09/xmldsig#enveloped-signature", exclusive])]
  })
  signer.computeSignature(xml, { location: { reference: `${element}/*[local-name(.)='Issuer']`, action: "after" } })
  return signer.getSignedXml()
}

/** The answer of a provider that keeps the rules, as base64. */
export const signedAnswer = Effect.fnUntraced(function* (
  provider: IdentityProvider,
  question: Question,
  claims: Claims,
  signing: Signing = {}
) {
  const { around, assertion } = yield* answerTo(provider, question, claims)
  return encoded(around(signed(provider, assertion, "Assertion", signing)))
})

export const encoded = (xml: string) => Buffer.from(xml).toString("base64")

/** The provider's metadata document. */
export const metadataOf = (provider: IdentityProvider) =>
  `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${provider.entityId}">` +
  `<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing">` +
  `<ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${provider.cert.replaceAll(/-----[^-]+-----|\s/g, "")}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>` +
  `<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${provider.entryPoint}/logout"/>` +
  `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${provider.entryPoint}/post"/>` +
  `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${provider.entryPoint}"/>` +
  `</md:IDPSSODescriptor></md:EntityDescriptor>`
