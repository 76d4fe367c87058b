import type { Figures, LeftBehindFigures } from "@svc/contract/leaver-test/figures"

/** Namespace of our properties: OSCAL's own must not be extended. */
const ns = "urn:svc:leaver-test:v1"

/** An OSCAL string: one line, not empty, trimmed. */
export const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim() || "[unnamed]"

/** Our properties; null values are omitted. */
export const props = (values: Readonly<Record<string, string | number | boolean | null>>) =>
  Object.entries(values).flatMap(([name, value]) =>
    value === null ? [] : [{ name, ns, value: oneLine(String(value)) }]
  )

/** Figures as a sentence. */
export const figuresInWords = (what: string, { exception_bound_95, exceptions, tested, total }: Figures) =>
  `${total} ${what}, ${tested} of them tested: ${exceptions} exceptions` +
  (exception_bound_95 === null ? "." : `, which bounds the rate at ${exception_bound_95} with 95% confidence.`)

/** The same for orphaned items. */
export const leftBehindInWords = ({ exception_bound_95, not_seen, pending, tested, total }: LeftBehindFigures) =>
  `${total} leavers with apps in scope, ${tested} of them tested for orphaned items: ${pending} with a pending item after the hours allowed` +
  (exception_bound_95 === null ? "." : `, which bounds the rate at ${exception_bound_95} with 95% confidence.`) +
  (not_seen === 0 ? "" : ` For ${not_seen} more, not everything was visible.`)

/** Each figure as a property, prefixed with what it counts. */
export const figuresAsProps = (of: string, figures: Figures) =>
  props(
    Object.fromEntries(Object.entries(figures).map(([name, value]) => [`${of}-${name.replaceAll("_", "-")}`, value]))
  )
