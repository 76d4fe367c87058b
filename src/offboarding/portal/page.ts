import type { PortalPage } from "@svc/contract/portal/schema"
import { DateTime } from "effect"
import html from "html-template-tag"
import { pageStyle } from "#platform/http/page-style"

const style = `:root{color-scheme:light dark}body{margin:0;font:16px/1.5 system-ui,sans-serif}main{max-width:44rem;margin:0 auto;padding:2rem 1rem}h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}table{width:100%;border-collapse:collapse}th,td{text-align:left;padding:.5rem .75rem .5rem 0;border-bottom:1px solid #8886;vertical-align:top;overflow-wrap:anywhere}small{opacity:.75}`

const { element, headers } = pageStyle(style)

export const pageHeaders = headers

// The tag escapes every value that is put in, but for lists and what follows a second `$`: those are its own answers.

const row = (cells: ReadonlyArray<string>) =>
  html`<tr>
    ${cells.map((cell) => html`<td>$${cell}</td>`)}
  </tr>`

/** Headings as they are; cells are rendered already. */
const section = (
  title: string,
  none: string,
  table: { readonly headings: ReadonlyArray<string>; readonly rows: ReadonlyArray<ReadonlyArray<string>> }
) =>
  html`<section>
    <h2>${title}</h2>
    $${
      table.rows.length === 0
        ? html`<p>${none}</p>`
        : html`<table>
            <thead>
              <tr>
                ${table.headings.map((heading) => html`<th scope="col">${heading}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${table.rows.map(row)}
            </tbody>
          </table>`
    }
  </section>`

const text = (value: string | null) => html`${value ?? ""}`

const statuses: Readonly<Record<string, string>> = { pending: "To be signed", signed: "Signed", completed: "Done" }

const documentName = ({ download_url, name }: PortalPage["documents"][number]) =>
  download_url === null ? text(name) : html`<a href="$${text(download_url)}" rel="noreferrer">${name}</a>`

const providers = { docusign: "DocuSign", adobe_sign: "Adobe Sign", dropbox_sign: "Dropbox Sign" } as const

const documentState = ({ signing, status }: PortalPage["documents"][number]) =>
  signing === null
    ? text(statuses[status] ?? status)
    : html`<a href="$${text(signing.sign_url)}" rel="noreferrer">Sign at ${providers[signing.provider]}</a>`

/** What the departing person sees; every value is escaped by the library. */
export const renderPage = (page: PortalPage): string =>
  html`<!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Offboarding at ${page.organisation_name}</title>
        $${element}
      </head>
      <body>
        <main>
          <h1>${page.employee_name}, your offboarding at ${page.organisation_name}</h1>
          <p>Your last day is <strong>${page.exit_date}</strong>.</p>
          $${section("What you have to do", "There is nothing for you to do.", {
            headings: ["Task", "Due", "State"],
            rows: page.tasks.map(({ completed, due_date, task }) => [
              text(task),
              text(due_date),
              completed ? text("Done") : text("Open")
            ])
          })}
          $${section("What you have to return", "There is nothing for you to return.", {
            headings: ["Item", "Serial number", "Return by", "Tracking number"],
            rows: page.assets.map((asset) => [
              text(asset.item_name),
              text(asset.serial_number),
              text(asset.return_deadline),
              text(asset.tracking_number)
            ])
          })}
          $${section("Your documents", "There are no documents.", {
            headings: ["Document", "Kind", "State"],
            rows: page.documents.map((document) => [
              documentName(document),
              text(document.doc_type),
              documentState(document)
            ])
          })}
          <p><small>This page is good until ${DateTime.formatIsoDateUtc(page.expires_at)} (UTC).</small></p>
        </main>
      </body>
    </html> `
