import type { MailText } from "#outgoing/mails/service"
import type { ReportContent } from "./content.ts"
import { mostMailRows } from "./rules.ts"

/** What is left out is said. */
const noteOf = (rows: number, total: number, withPdf: boolean) =>
  total <= rows ? [] : [`${total - rows} more are not listed here${withPdf ? "; the PDF lists up to 1,000" : ""}.`]

const why = "You get this email because an administrator of the organization put your email on the report."

/**
 * A report as a mail; `signedBy` names the key of the PDF's signature, empty when it has none. `url` is the page of the
 * reports, for members; null for other recipients, who cannot open it.
 */
export const mailOf = (content: ReportContent, withPdf: boolean, signedBy: string, url: string | null): MailText => {
  const facts = content.facts.map(({ name, value }) => `${name}: ${value}`).join("\n")
  const stages = content.stages.map(({ count, name }) => [name, String(count)])
  return {
    subject: `${content.title}`,
    paragraphs: [facts],
    tables: [
      {
        title: "Figures",
        columns: ["Figure", "Value"],
        rows: content.figures.map(({ name, value }) => [name, value]),
        notes: []
      },
      ...(stages.length === 0
        ? []
        : [{ title: "Open by stage", columns: ["Stage", "Offboardings"], rows: stages, notes: [] }]),
      ...content.tables.map(({ columns, rows, title, total }) => {
        const shown = rows.slice(0, mostMailRows)
        return { title, columns, rows: shown, notes: noteOf(shown.length, total, withPdf) }
      })
    ],
    ...(url === null ? {} : { action: { label: "Open reports", url } }),
    note: withPdf
      ? `The attached PDF says the same.${signedBy === "" ? "" : ` Its signature is attached. ${signedBy}.`} ${why}`
      : why
  }
}
