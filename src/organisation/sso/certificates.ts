import type { SsoCertificate } from "@svc/contract/sso/schema"
import { DateTime, Option } from "effect"
import { X509Certificate } from "node:crypto"

const base64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/
const pem = /^\s*-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----\s*$/

/** The certificate in PEM or in the base64 of metadata; none when it is neither. */
export const parseCertificate = (text: string): Option.Option<X509Certificate> => {
  const body = pem.exec(text)?.[1] ?? (base64.test(text) ? text : undefined)
  if (body === undefined) return Option.none()
  try {
    return Option.some(new X509Certificate(Buffer.from(body, "base64")))
  } catch {
    return Option.none()
  }
}

/** What is wrong with a certificate to trust; undefined if nothing. */
export const flawOfCertificate = (certificate: X509Certificate, now: DateTime.Utc): string | undefined => {
  if (certificate.validToDate.getTime() <= now.epochMilliseconds) {
    return `expired on ${certificate.validToDate.toISOString().slice(0, 10)}. Use the provider's current certificate`
  }
  const { asymmetricKeyDetails, asymmetricKeyType } = certificate.publicKey
  if (asymmetricKeyType !== "rsa") return "must have an RSA key, as SAML signatures require"
  return (asymmetricKeyDetails?.modulusLength ?? 0) < 2048 ? "must have a key of at least 2048 bits" : undefined
}

export const describeCertificate = (certificate: X509Certificate): SsoCertificate => ({
  fingerprint: certificate.fingerprint256,
  subject: certificate.subject.split("\n").join(", "),
  not_after: DateTime.fromDateUnsafe(certificate.validToDate)
})
