import type { PayloadFormat, SiemTargetType } from "@svc/contract/siem/schema"
import { Redacted } from "effect"
import { createHmac, createSecretKey } from "node:crypto"
import { cefOf } from "./cef.ts"
import type { SiemEvent } from "./event.ts"
import { happenedAt, payloadText } from "./payload.ts"

/** A target with its credential opened. */
export interface OpenedTarget {
  readonly type: SiemTargetType
  readonly url: string
  readonly token: Redacted.Redacted | null
  readonly tokenScheme: string
  readonly payloadFormat: PayloadFormat
}

export interface WrappedRequest {
  readonly url: string
  /** By their lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The delivery's id is the same on every attempt of it, and so is the whole request. */
export type Wrapper = (event: SiemEvent, deliveryId: string) => WrappedRequest

const json = { "content-type": "application/json" } as const

/** A header with the target's token; none without a token, which the collector will refuse in its own words. */
const withToken = ({ token }: OpenedTarget, name: string, form: (token: string) => string) =>
  token === null ? json : { ...json, [name]: form(Redacted.value(token)) }

/** What differs only in the body: the headers are made once. */
const fixed =
  (url: string, headers: Readonly<Record<string, string>>, bodyOf: (event: SiemEvent) => string): Wrapper =>
  (event) => ({ url, headers, body: bodyOf(event) })

const secondsOf = (event: SiemEvent) => (happenedAt(event) / 1000).toFixed(3)

const hecBody = (format: PayloadFormat) =>
  format === "cef"
    ? (event: SiemEvent) =>
        `{"time":${secondsOf(event)},"sourcetype":"cef","source":"svc","event":${JSON.stringify(cefOf(event))}}`
    : (event: SiemEvent) =>
        `{"time":${secondsOf(event)},"sourcetype":"svc:security","source":"svc","event":${payloadText(event)}}`

const signed = ({ payloadFormat, token, url }: OpenedTarget): Wrapper => {
  // Made once: a digest with the bare text costs several times as much.
  const key = token === null ? null : createSecretKey(Redacted.value(token), "utf8")
  const bodyOf = payloadFormat === "cef" ? cefOf : payloadText
  const contentType = payloadFormat === "cef" ? "text/plain" : "application/json"
  return (event, deliveryId) => {
    const body = bodyOf(event)
    return {
      url,
      headers: {
        "content-type": contentType,
        "x-svc-event": event.type,
        "x-svc-delivery": deliveryId,
        ...(key === null ? {} : { "x-svc-signature": `sha256=${createHmac("sha256", key).update(body).digest("hex")}` })
      },
      body
    }
  }
}

/**
 * What a target's collector is sent for each event (siem-8 to siem-13); headers and keys are made once for the target.
 * CEF is for event collectors and generic targets, the others always take JSON.
 */
export const makeWrapper = (target: OpenedTarget): Wrapper => {
  const { payloadFormat, tokenScheme, type, url } = target
  switch (type) {
    case "splunk_hec":
      return fixed(
        url,
        withToken(target, "authorization", (token) => `${tokenScheme} ${token}`),
        hecBody(payloadFormat)
      )
    case "datadog":
      return fixed(
        url,
        withToken(target, "dd-api-key", (token) => token),
        (event) => `[{"ddsource":"svc","service":"svc","message":${JSON.stringify(payloadText(event))}}]`
      )
    case "elasticsearch":
      return fixed(
        url,
        withToken(target, "authorization", (token) => `ApiKey ${token}`),
        payloadText
      )
    case "sumo_logic":
      // Its address is the credential.
      return fixed(url, { ...json, "x-sumo-category": "svc/security", "x-sumo-name": "svc" }, payloadText)
    case "new_relic":
      return fixed(
        url,
        withToken(target, "api-key", (token) => token),
        (event) => `[{"message":${JSON.stringify(`event: ${event.type}`)},"attributes":${payloadText(event)}}]`
      )
    case "generic":
      return signed(target)
  }
}
