import type { PortalPage } from "@svc/contract/portal/schema"
import { DateTime } from "effect"
import html from "html-template-tag"
import type { PageLanguage } from "#platform/http/page-language"
import { type Problem, portalWords } from "./words.ts"

/** Submitted shipment details. */
export interface Typed {
  readonly carrier: string
  readonly trackingNumber: string
}

/** The portal as shown to one reader. */
export interface Shown {
  readonly page: PortalPage
  readonly lang: PageLanguage
  /** Of the reader's region, for dates. */
  readonly locale: string
  readonly now: DateTime.Utc
  /** `/portal/<token>`: base path of the page and its forms. */
  readonly path: string
  /** Why the submitted change was refused, and of which task or item. */
  readonly problem?: { readonly of: string; readonly what: Problem; readonly typed?: Typed }
}

/** Product names of the e-signature providers. */
export const providers = { docusign: "DocuSign", adobe_sign: "Adobe Sign", dropbox_sign: "Dropbox Sign" } as const

/** HTML that is safe already: every value in it went through the tag. */
export type Html = string

// The tag escapes every inserted value except lists and values after a second `$`, which are its own results.

export const text = (value: string): Html => html`${value}`

/** A calendar day in words. */
export const dayIn = (locale: string, day: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(
    DateTime.toDateUtc(DateTime.makeUnsafe(`${day}T00:00:00Z`))
  )

/** A moment in UTC; the page's script replaces it with local time. */
export const momentIn = (locale: string, at: DateTime.Utc) =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short", timeZone: "UTC" }).format(DateTime.toDateUtc(at))} (UTC)`

/** Over in every time zone, so that no one reads "late" while it is still that day for them. */
const isOver = (day: string, now: DateTime.Utc) =>
  day < DateTime.formatIsoDateUtc(DateTime.subtract(now, { hours: 12 }))

/** Due date, or that it has passed. */
export const due = (
  { locale, now }: Shown,
  words: { readonly due: (day: string) => string; readonly late: (day: string) => string },
  day: string | null
): Html => {
  if (day === null) return ""
  return isOver(day, now)
    ? html`<small class="late">${words.late(dayIn(locale, day))}</small>`
    : html`<small>${words.due(dayIn(locale, day))}</small>`
}

/** Why the submitted change of this record was refused. */
export const problemOf = ({ lang, problem }: Shown, id: string): Html => {
  if (problem?.of !== id) return ""
  const words = portalWords[lang]
  const { what } = problem
  const said = what === "case_completed" || what === "read_only" ? words.closed[what] : words.refused[what]
  return html`<p class="note bad" role="alert" id="problem">${said}</p>`
}

/** A part of the page under its heading. */
export const section = (id: string, title: string, content: ReadonlyArray<Html>): Html =>
  html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    $${content.join("")}
  </section>`

/** Rows, one under the other. */
export const listed = (rows: ReadonlyArray<Html>): Html =>
  html`<ul class="list">
    $${rows.join("")}
  </ul>`
