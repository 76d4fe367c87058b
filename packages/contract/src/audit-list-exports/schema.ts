import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import type { Requirement } from "../kernel/access.ts"
import { route } from "../kernel/route.ts"

/** Maximum rows of a list's CSV; with more, it has the first ones, and `X-Rows-Truncated` is `true`. */
export const maxListRows = 10_000

/** A list as a file. */
export const ListCsv = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv" }))

/** The fields of a list's query without its page: its file has all pages. */
export const wholeList = <Fields extends { readonly limit: unknown; readonly offset: unknown }>({
  limit: _limit,
  offset: _offset,
  ...filters
}: Fields) => filters

/** The export of a list: for those who may read the list, and recorded. */
export const listExport = (requirement: Requirement, list: string) =>
  route(
    { ...requirement, recording: true },
    `Export ${list} as CSV`,
    "The rows of the list that match the filters, in its order, at most 10,000: `X-Rows-Truncated` is `true` if there " +
      "are more. UTF-8 with a byte order mark; the header row is in the user's language, values are those of the API, " +
      "apps have their display names. Cells that a spreadsheet could read as formulas start with a tab. The headers " +
      "carry the SHA-256 of the file and its signature. Recorded as `list_exported`; without the record nothing is sent."
  )
