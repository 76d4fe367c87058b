import { Redacted } from "effect"
import { createHmac, timingSafeEqual } from "node:crypto"

export type Body = string | Uint8Array
/** The whole secret as it was returned, `whsec_` included. */
export type Secret = string | Redacted.Redacted

/** Headers as Node, Express and Fastify give them, or `Headers` as `fetch` and the frameworks on it do. */
export type WebhookHeaders =
  | { readonly get: (name: string) => string | null }
  | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

const isGettable = (headers: WebhookHeaders): headers is { readonly get: (name: string) => string | null } =>
  typeof headers["get"] === "function"

/** The value of a header by its lower-case name, undefined when it was not sent. */
export const headerOf = (headers: WebhookHeaders, name: string): string | undefined => {
  if (isGettable(headers)) return headers.get(name) ?? undefined
  const key = Object.keys(headers).find((key) => key.toLowerCase() === name)
  const value = key === undefined ? undefined : headers[key]
  return value === undefined || typeof value === "string" ? value : value.join(" ")
}

const textOf = (secret: Secret) => (Redacted.isRedacted(secret) ? Redacted.value(secret) : secret)

const isEqual = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other)

/** `X-Svc-Signature`: `sha256=<hex>`, the HMAC-SHA256 of the body keyed with the whole secret (deliveries-2). */
export const isSignedBy = (secret: Secret, body: Body, signature: string | null | undefined): boolean => {
  const hex = /^sha256=([0-9a-f]{64})$/i.exec(signature ?? "")?.[1]
  const key = textOf(secret)
  // Anyone can sign with an empty key: a missing secret must not admit them.
  if (hex === undefined || key === "") return false
  return isEqual(Buffer.from(hex, "hex"), createHmac("sha256", key).update(body).digest())
}

/** The three headers of Standard Webhooks 1.0.0. */
export interface StandardSignature {
  readonly id: string
  readonly timestamp: string
  /** One or more, parted by spaces, each with its version: `v1,<base64>`. */
  readonly signature: string
}

/**
 * `webhook-signature`: over id, seconds and body, keyed with the bytes that the part after `whsec_` stands for in
 * base64.
 */
export const isStandardSignedBy = (secret: Secret, body: Body, { id, signature, timestamp }: StandardSignature) => {
  const key = Buffer.from(textOf(secret).replace(/^whsec_/, ""), "base64")
  if (key.length === 0) return false
  const digest = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest()
  return signature
    .split(" ")
    .map((one) => /^v1,(.+)$/.exec(one)?.[1])
    .some((base64) => base64 !== undefined && isEqual(Buffer.from(base64, "base64"), digest))
}
