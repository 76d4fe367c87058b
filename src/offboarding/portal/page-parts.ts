import type { PortalPage } from "@svc/contract/portal/schema"
import { DateTime } from "effect"
import html from "html-template-tag"
import type { PageLanguage } from "#platform/http/page-language"
import { type Problem, portalWords } from "./words.ts"

/** What was sent of a parcel. */
export interface Typed {
  readonly carrier: string
  readonly trackingNumber: string
}

/** A page as it is shown to one reader. */
export interface Shown {
  readonly page: PortalPage
  readonly lang: PageLanguage
  readonly now: DateTime.Utc
  /** `/portal/<token>`: its own address, under which its forms are sent. */
  readonly path: string
  /** Why what was just sent changed nothing, and of which task or thing. */
  readonly problem?: { readonly of: string; readonly what: Problem; readonly typed?: Typed }
}

/** The providers' own names. */
export const providers = { docusign: "DocuSign", adobe_sign: "Adobe Sign", dropbox_sign: "Dropbox Sign" } as const

/** HTML that is safe already: every value in it went through the tag. */
export type Html = string

// The tag escapes every value that is put in, but for lists and what follows a second `$`: those are its own answers.

export const text = (value: string): Html => html`${value}`

const locales: Readonly<Record<PageLanguage, string>> = { en: "en-GB", de: "de-DE" }

/** A calendar day in words. */
export const dayIn = (lang: PageLanguage, day: string) =>
  new Intl.DateTimeFormat(locales[lang], { dateStyle: "long", timeZone: "UTC" }).format(
    DateTime.toDateUtc(DateTime.makeUnsafe(`${day}T00:00:00Z`))
  )

/** A moment in words, where no script tells it in the reader's own time. */
export const momentIn = (lang: PageLanguage, at: DateTime.Utc) =>
  `${new Intl.DateTimeFormat(locales[lang], { dateStyle: "full", timeStyle: "short", timeZone: "UTC" }).format(DateTime.toDateUtc(at))} (UTC)`

/** Over everywhere on earth: nobody is told to be late while it is still that day where they are. */
const isOver = (day: string, now: DateTime.Utc) =>
  day < DateTime.formatIsoDateUtc(DateTime.subtract(now, { hours: 12 }))

/** By when, or that it was. */
export const due = (
  { lang, now }: Shown,
  words: { readonly due: (day: string) => string; readonly late: (day: string) => string },
  day: string | null
): Html => {
  if (day === null) return ""
  return isOver(day, now)
    ? html`<small class="late">${words.late(dayIn(lang, day))}</small>`
    : html`<small>${words.due(dayIn(lang, day))}</small>`
}

/** Why what was sent of this changed nothing. */
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
