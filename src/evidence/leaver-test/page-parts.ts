import html from "html-template-tag"

/** HTML that is safe already: every value in it went through the tag. */
export type Html = string

// The tag escapes every value that is put in, but for lists and what follows a second `$`: those are its own answers.

export const text = (value: string): Html => html`${value}`

interface Column {
  readonly name: string
  /** Figures end at the same place; what is tight is never broken; what is wide gives way. */
  readonly kind?: "end" | "tight" | "wide" | "quiet"
}

const cell = (content: Html, column: Column | undefined, isHead: boolean): Html => {
  const kind = column?.kind ?? ""
  return isHead ? html`<th scope="row" class="${kind}">$${content}</th>` : html`<td class="${kind}">$${content}</td>`
}

/** A table whose first column names its rows; cells are HTML already. It scrolls by itself where it has no room. */
export const table = (name: string, columns: ReadonlyArray<Column>, rows: ReadonlyArray<ReadonlyArray<Html>>): Html =>
  html`<div class="table" role="region" aria-label="${name}" tabindex="0">
    <table>
      <thead>
        <tr>
          ${columns.map(({ kind = "", name: heading }) => html`<th scope="col" class="${kind}">${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((content, place) => cell(content, columns[place], place === 0))}
            </tr>`
        )}
      </tbody>
    </table>
  </div>`

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
