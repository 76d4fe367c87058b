import type { MailText } from "#outgoing/mails/service"
import type { ReportContent } from "./content.ts"
import { mostMailRows, mostPdfRows } from "./rules.ts"

/**
 * A report as an email; `signedBy` names the key of the PDF's signature, empty when it has none. `url` is the page of the
 * reports, for members; null for other recipients, who cannot open it.
 */
export const mailOf = (content: ReportContent, withPdf: boolean, signedBy: string, url: string | null): MailText => {
  const { language, words } = content
  const { figure, title: figures, value: valueOf } = words.figures
  const most = mostPdfRows.toLocaleString(language === "de" ? "de-DE" : "en-US")
  return {
    language,
    subject: content.title,
    paragraphs: [content.facts.map(({ name, value }) => `${name}: ${value}`).join("\n")],
    tables: [
      {
        title: figures,
        columns: [figure, valueOf],
        rows: content.figures.map(({ name, value }) => [name, value]),
        notes: []
      },
      ...(content.stages.length === 0
        ? []
        : [
            {
              title: words.byStage,
              columns: [words.stage, words.offboardings],
              rows: content.stages.map(({ count, name }) => [name, String(count)]),
              notes: []
            }
          ]),
      ...content.tables.map(({ columns, rows, title, total }) => {
        const shown = rows.slice(0, mostMailRows)
        const more = total - shown.length
        return {
          title,
          columns,
          rows: shown,
          notes: more <= 0 ? [] : [withPdf ? words.moreInPdf(more, most) : words.more(more)]
        }
      })
    ],
    ...(url === null ? {} : { action: { label: words.open, url } }),
    note: withPdf
      ? [words.attached, ...(signedBy === "" ? [] : [words.signed(signedBy)]), words.why].join(" ")
      : words.why
  }
}
