import type { PayloadFormat, SiemTargetType } from "@svc/contract/siem/schema"
import type { DateTime, Redacted } from "effect"
import type { SiemEvent } from "./event.ts"

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
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type Wrapper = (
  event: SiemEvent,
  sending: { readonly id: string; readonly sentAt: DateTime.Utc }
) => WrappedRequest

/** What the target's collector is sent for an event. */
export const makeWrapper =
  (target: OpenedTarget): Wrapper =>
  ({ type }) => ({ url: target.url, headers: {}, body: type })
