import { Effect } from "effect"
import {
  allWithin,
  attributeOf,
  childrenNamed,
  type Element,
  isNamed,
  metadataNs,
  onlyChild,
  parseXml,
  signatureNs,
  textOf,
  XmlRefused
} from "./xml.ts"

/** What a provider's metadata says of it. */
interface ProviderMetadata {
  readonly entry_point: string
  readonly idp_issuer: string
  readonly certificates: ReadonlyArray<string>
  readonly logout_url: string | null
}

const redirect = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"

const locationOf = (role: Element, service: string) =>
  attributeOf(
    childrenNamed(role, metadataNs, service).find((element) => attributeOf(element, "Binding") === redirect),
    "Location"
  )

const signingCertificates = (role: Element) =>
  childrenNamed(role, metadataNs, "KeyDescriptor")
    .filter((key) => (attributeOf(key, "use") ?? "signing") === "signing")
    .flatMap((key) => allWithin(key).filter((element) => isNamed(element, signatureNs, "X509Certificate")))
    .flatMap((element) => textOf(element) ?? [])

/** The one identity provider that a metadata document describes. */
export const readProviderMetadata = Effect.fnUntraced(function* (text: string) {
  const root = yield* parseXml(text)
  const roles = allWithin(root).filter((element) => isNamed(element, metadataNs, "IDPSSODescriptor"))
  const [role] = roles
  if (role === undefined || roles.length > 1 || !isNamed(root, metadataNs, "EntityDescriptor")) {
    return yield* new XmlRefused({ reason: "it does not describe one identity provider" })
  }
  const owned = onlyChild(root, metadataNs, "IDPSSODescriptor")
  const entry_point = locationOf(role, "SingleSignOnService")
  const idp_issuer = attributeOf(root, "entityID")
  if (owned !== role || entry_point === undefined || idp_issuer === undefined) {
    return yield* new XmlRefused({ reason: "it names no entity id, or no SingleSignOnService by HTTP-Redirect" })
  }
  const metadata: ProviderMetadata = {
    entry_point,
    idp_issuer,
    certificates: [...new Set(signingCertificates(role))],
    logout_url: locationOf(role, "SingleLogoutService") ?? null
  }
  return metadata
})
