import type { WrittenLanguage } from "#records/organisation-language"

/** Rows of text under a title. */
interface MailTable {
  readonly title: string
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  /** Below it. */
  readonly notes: ReadonlyArray<string>
}

/** Records that a mail lists, each with its page. */
interface MailList {
  readonly items: ReadonlyArray<{ readonly text: string; readonly url: string }>
  /** How many are not listed; null when all are. */
  readonly more: string | null
}

/** What a mail says; both its parts are made of it. */
export interface MailText {
  readonly subject: string
  /** Plain text, one paragraph each. */
  readonly paragraphs: ReadonlyArray<string>
  /** After the paragraphs. */
  readonly tables?: ReadonlyArray<MailTable>
  /** After the tables. */
  readonly list?: MailList
  /** What the reader does next; in the text part the URL has a line of its own. */
  readonly action?: { readonly label: string; readonly url: string }
  /** Small print below. */
  readonly note?: string
  /** English unless given. */
  readonly language?: WrittenLanguage
}

/** A mail in every language that mails are written in. */
export type MailTexts = Readonly<Record<WrittenLanguage, MailText>>

export interface MailParts {
  readonly text: string
  readonly html: string
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? "")

const lines = (text: string) => escaped(text).replace(/\r?\n/g, "<br>")

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** One line each: an email program without HTML shows no columns. */
const none = { en: "None", de: "Keine" } as const

const tableText = (language: WrittenLanguage, { columns, notes, rows, title }: MailTable) =>
  [
    title,
    columns.join(" | "),
    ...rows.map((row) => row.join(" | ")),
    ...(rows.length === 0 ? [none[language]] : []),
    ...notes
  ].join("\n")

const cell = "padding:6px 8px;border-bottom:1px solid #dfe3ea;text-align:left;vertical-align:top"

const tableHtml = (
  language: WrittenLanguage,
  { columns, notes, rows, title }: MailTable
) => `<h2 style="margin:24px 0 8px;font-size:16px">${escaped(title)}</h2>
<table style="width:100%;border-collapse:collapse;font-size:14px"><thead><tr>${columns.map((name) => `<th scope="col" style="${cell}">${escaped(name)}</th>`).join("")}</tr></thead>
<tbody>${rows.length === 0 ? `<tr><td colspan="${columns.length}" style="${cell}">${none[language]}</td></tr>` : rows.map((row) => `<tr>${row.map((text) => `<td style="${cell}">${lines(text)}</td>`).join("")}</tr>`).join("\n")}</tbody></table>
${notes.map((text) => `<p style="margin:8px 0 0;font-size:14px">${lines(text)}</p>`).join("\n")}`

const listText = ({ items, more }: MailList) =>
  [...items.map(({ text, url }) => `${text}\n${url}`), ...(more === null ? [] : [more])].join("\n\n")

const listHtml = ({ items, more }: MailList) =>
  `<ul style="margin:0 0 16px;padding-left:20px">${items.map(({ text, url }) => `<li style="margin:0 0 8px"><a href="${escaped(url)}" style="color:#2451b2">${escaped(text)}</a></li>`).join("\n")}${more === null ? "" : `\n<li>${escaped(more)}</li>`}</ul>`

/** The two parts of a mail (RFC 2046, multipart/alternative), with the same content in both. */
export const renderMail = (
  { action, language = "en", list, note, paragraphs, subject, tables = [] }: MailText,
  baseUrl: string
): MailParts => {
  const text = [
    ...paragraphs,
    ...tables.map((table) => tableText(language, table)),
    ...(list === undefined ? [] : [listText(list)]),
    ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]),
    ...(note === undefined ? [] : [note]),
    `--\n${baseUrl}`
  ].join("\n\n")
  const html = `<!DOCTYPE html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f5f7;color:#1f2430;${font};font-size:16px;line-height:1.5">
<main style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px">
<h1 style="margin:0 0 16px;font-size:20px">${escaped(subject)}</h1>
${paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${lines(paragraph)}</p>`).join("\n")}${tables.map((table) => `\n${tableHtml(language, table)}`).join("")}${list === undefined ? "" : `\n${listHtml(list)}`}
${action === undefined ? "" : `<p style="margin:24px 0"><a href="${escaped(action.url)}" style="display:inline-block;padding:12px 20px;background:#2451b2;color:#ffffff;border-radius:6px;text-decoration:none">${escaped(action.label)}</a></p>\n`}${note === undefined ? "" : `<p style="margin:0;color:#5b6475;font-size:14px">${lines(note)}</p>\n`}</main>
<p style="max-width:560px;margin:16px auto 0;color:#5b6475;font-size:13px"><a href="${escaped(baseUrl)}" style="color:#5b6475">${escaped(baseUrl)}</a></p>
</body>
</html>
`
  return { text: `${text}\n`, html }
}
