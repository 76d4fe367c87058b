import html from "html-template-tag"
import type { Cell, ReportTable } from "./report-tables.ts"

/** HTML that is safe already: every value in it went through the tag. */
export type Html = string

// The tag escapes every inserted value except lists and values after a second `$`, which are its own results.

export const text = (value: string): Html => html`${value}`

const cell = (content: Cell): Html => {
  if (typeof content === "string") return text(content)
  if ("below" in content) return html`${content.text}<br /><span class="quiet">${content.below}</span>`
  return html`<span class="badge ${content.mark}">${content.text}</span>$${
      content.also === null ? "" : html` <span class="badge">${content.also}</span>`
    }`
}

/** A table whose first column names its rows. It scrolls separately if it is too wide. */
export const table = ({ columns, name, rows }: ReportTable): Html => {
  const shown = columns.flatMap(({ name: heading, page }, place) =>
    page === undefined ? [] : [{ heading, page, place }]
  )
  return html`<div class="table" role="region" aria-label="${name}" tabindex="0">
    <table>
      <thead>
        <tr>
          ${shown.map(({ heading, page }) => html`<th scope="col" class="${page}">${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${shown.map(({ page, place }) =>
                place === 0
                  ? html`<th scope="row" class="${page}">$${cell(row[place] ?? "")}</th>`
                  : html`<td class="${page}">$${cell(row[place] ?? "")}</td>`
              )}
            </tr>`
        )}
      </tbody>
    </table>
  </div>`
}

export const facts = (list: ReadonlyArray<readonly [name: string, value: Html]>): Html =>
  html`<dl class="facts">
    ${list.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>$${value}</dd>`
    )}
  </dl>`

interface Tile {
  readonly name: string
  readonly value: string
  readonly tone: "good" | "watch" | "bad" | ""
}

export const tiles = (list: ReadonlyArray<Tile>): Html =>
  html`<dl class="tiles">
    ${list.map(
      ({ name, tone, value }) =>
        html`<div class="${tone}">
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`
    )}
  </dl>`

export const section = (id: string, title: string, content: ReadonlyArray<Html>): Html =>
  html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    $${content.join("")}
  </section>`

export const paragraph = (words: string): Html => html`<p>${words}</p>`

export const note = (tone: "good" | "watch" | "bad", words: string): Html => html`<p class="note ${tone}">${words}</p>`

export const code = (words: string): Html => html`<code>${words}</code>`
