import type { Figures, LeftBehindFigures } from "@svc/contract/leaver-test/figures"

/** Whose names of properties they are: OSCAL's own may not be added to. */
const ns = "urn:svc:leaver-test:v1"

/** What OSCAL takes as a string: one line, not empty, without space around it. */
export const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim() || "[unnamed]"

/** Properties of ours; what is null has none. */
export const props = (values: Readonly<Record<string, string | number | boolean | null>>) =>
  Object.entries(values).flatMap(([name, value]) =>
    value === null ? [] : [{ name, ns, value: oneLine(String(value)) }]
  )

/** Figures as a sentence. */
export const figuresInWords = (what: string, { exception_bound_95, exceptions, tested, total }: Figures) =>
  `${total} ${what}, ${tested} of them tested: ${exceptions} exceptions` +
  (exception_bound_95 === null ? "." : `, which bounds the rate at ${exception_bound_95} with 95 % confidence.`)

/** The same of what leavers left behind. */
export const leftBehindInWords = ({ exception_bound_95, not_seen, pending, tested, total }: LeftBehindFigures) =>
  `${total} leavers with apps in scope, ${tested} of them tested for what stays behind: ${pending} with something pending after the hours allowed` +
  (exception_bound_95 === null ? "." : `, which bounds the rate at ${exception_bound_95} with 95 % confidence.`) +
  (not_seen === 0 ? "" : ` Of ${not_seen} more not everything could be seen.`)

/** Each figure as a property, its name led by what it counts. */
export const figuresAsProps = (of: string, figures: Figures) =>
  props(
    Object.fromEntries(Object.entries(figures).map(([name, value]) => [`${of}-${name.replaceAll("_", "-")}`, value]))
  )
