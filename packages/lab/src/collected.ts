import type { LabRequest } from "./vendor.ts"

/** An event as a collector has read it. */
export type Collected = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Collected =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const bytesOf = ({ body }: LabRequest) => Buffer.byteLength(body, "utf8")

/** The media type without its parameters. */
export const mediaTypeOf = ({ headers }: LabRequest) =>
  (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? ""

/** One header's text; empty when it was not sent. */
export const headerOf = ({ headers }: LabRequest, name: string) => {
  const value = headers[name]
  return typeof value === "string" ? value : ""
}
