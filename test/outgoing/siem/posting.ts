import type { PayloadFormat, SiemTargetType } from "@svc/contract/siem/schema"
import { Effect, Redacted } from "effect"
import type { SiemEvent } from "#outgoing/siem/event"
import { payloadText } from "#outgoing/siem/payload"
import { makeWrapper, type WrappedRequest } from "#outgoing/siem/envelopes"
import { everyKind } from "./samples.ts"

export const deliveryId = "1c1f2f0c-6a0e-4f0e-8a39-04ad1f7bd009"

/** One real request; its answer as text and as JSON. */
export const post = ({ body, headers, url }: WrappedRequest, method = "POST") =>
  Effect.promise(async () => {
    const answer = await fetch(url, { method, headers, ...(method === "GET" ? {} : { body }), redirect: "manual" })
    const text = await answer.text()
    const read = (): unknown => JSON.parse(text)
    return { status: answer.status, body: text, read }
  })

/** What a target of this type is sent for an event. */
export const requestFor =
  (type: SiemTargetType, url: string, token: string | null, payloadFormat: PayloadFormat = "json") =>
  (event: SiemEvent) =>
    makeWrapper({
      type,
      url,
      token: token === null ? null : Redacted.make(token),
      tokenScheme: "Splunk",
      payloadFormat
    })(event, deliveryId)

/** The payload as whoever takes it reads it. */
export const sent = (event: SiemEvent): unknown => JSON.parse(payloadText(event))
export const events = Object.values(everyKind)
