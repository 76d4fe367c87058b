import type { LogLevel } from "effect"

/** The shape of a log line. `message` is a constant event text; values are fields with the same name in every line. */
export interface LogLine {
  readonly at: number
  readonly level: LogLevel.LogLevel
  readonly message: string
  readonly fields: LogFields
}

/** An undefined field is omitted. */
export interface LogFields {
  readonly requestId?: string | undefined
  readonly traceId?: string | undefined
  readonly orgId?: string | undefined
  readonly userId?: string | undefined
  readonly keyId?: string | undefined
  readonly job?: string | undefined
  readonly method?: string | undefined
  readonly route?: string | undefined
  readonly path?: string | undefined
  readonly status?: number | undefined
  readonly durationMs?: number | undefined
  readonly address?: string | undefined
  /** Why, as one short text. */
  readonly cause?: string | undefined
  /** Where a defect came from. */
  readonly origin?: string | undefined
  readonly [name: string]: string | number | boolean | undefined
}

/** One object, for machines. */
export const jsonLine = ({ at, fields, level, message }: LogLine): string =>
  `${JSON.stringify({ timestamp: new Date(at).toISOString(), level: level.toUpperCase(), message, ...fields })}\n`

const shown = (value: string | number | boolean) =>
  typeof value === "string" && /[\s"=]/.test(value) ? JSON.stringify(value) : String(value)

/** The same for a person: the fields as `name=value` behind the message. */
export const prettyLine = ({ at, fields, level, message }: LogLine): string => {
  const told = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [` ${name}=${shown(value)}`]
  )
  return `${new Date(at).toISOString()} ${level.toUpperCase()} ${message}${told.join("")}\n`
}
