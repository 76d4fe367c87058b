import { Logger, Predicate, References } from "effect"
import { causeOrigin, causeText, thrownText } from "./cause-text.ts"
import { jsonLine, type LogFields, type LogLine, prettyLine } from "./log-line.ts"
import { CurrentRequest } from "./request-record.ts"
import { traceIdOf } from "./trace-links.ts"

const isScalar = (value: unknown): value is string | number | boolean =>
  Predicate.isString(value) || Predicate.isNumber(value) || Predicate.isBoolean(value)

const fieldOf = (value: unknown) => (isScalar(value) ? value : value instanceof Error ? thrownText(value) : undefined)

const fieldsOf = (values: object): LogFields =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const field = fieldOf(value)
      return field === undefined ? [] : [[name, field]]
    })
  )

/** Plain objects of what was logged are fields, errors a cause; the rest is the message. */
const split = (message: unknown) => {
  const texts: Array<string> = []
  const causes: Array<string> = []
  let fields: LogFields = {}
  for (const part of Array.isArray(message) ? message : [message]) {
    if (isScalar(part)) texts.push(String(part))
    else if (part instanceof Error || Predicate.hasProperty(part, "_tag")) causes.push(thrownText(part))
    else if (Predicate.isObject(part)) fields = { ...fields, ...fieldsOf(part) }
  }
  return { text: texts.join(" "), causes, fields }
}

const lineOf = ({ cause, date, fiber, logLevel, message }: Logger.Options<unknown>): LogLine => {
  const request = fiber.getRef(CurrentRequest)
  const { causes, fields, text } = split(message)
  const why = cause.reasons.length === 0 ? causes : [...causes, causeText(cause)]
  return {
    at: date.getTime(),
    level: logLevel,
    message: text === "" && why.length > 0 ? "failed" : text,
    fields: {
      requestId: request?.requestId,
      traceId: traceIdOf(fiber),
      orgId: request?.orgId,
      userId: request?.userId,
      keyId: request?.keyId,
      method: request?.method,
      route: request?.route,
      ...fieldsOf(fiber.getRef(References.CurrentLogAnnotations)),
      ...fields,
      cause: why.length === 0 ? undefined : why.join("; "),
      origin: causeOrigin(cause)
    }
  }
}

/** Writes what is logged, a line each, and gives the line to `send`. */
export const lineLogger = (
  logFormat: "json" | "pretty",
  write: (text: string) => void,
  send: (line: LogLine) => void = () => {}
) => {
  const format = logFormat === "json" ? jsonLine : prettyLine
  return Logger.make((options) => {
    const line = lineOf(options)
    write(format(line))
    send(line)
  })
}
