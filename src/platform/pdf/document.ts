import type { Scene } from "@svc/charts/scene"

/** A name and what it stands for. */
export interface Fact {
  readonly name: string
  readonly value: string
}

interface Column {
  readonly name: string
  /** Its share of the width, as a number against those of the others. */
  readonly width: number
  /** Figures end at the same place. */
  readonly align?: "end"
}

/** A part of a document, in the order of reading. Every text prints as it is. */
export type Block =
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "facts"; readonly facts: ReadonlyArray<Fact> }
  /** Tiles: a large value over its name. */
  | { readonly kind: "figures"; readonly figures: ReadonlyArray<Fact> }
  | {
      readonly kind: "table"
      readonly columns: ReadonlyArray<Column>
      readonly rows: ReadonlyArray<ReadonlyArray<string>>
      /** Shown instead of rows if there are none. */
      readonly empty: string
    }
  | { readonly kind: "chart"; readonly title: string; readonly scene: Scene }

/** What is set into a PDF. */
export interface PdfDocument {
  readonly title: string
  /** The cover line: what, whose, when, of which range, by which filters. */
  readonly facts: ReadonlyArray<Fact>
  /** Footer of every page, before the document's id. */
  readonly footer: string
  readonly blocks: ReadonlyArray<Block>
}
