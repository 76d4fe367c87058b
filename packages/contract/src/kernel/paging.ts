import { Effect, Schema, SchemaGetter } from "effect"
import { described } from "./described.ts"

const numberFromText = {
  decode: SchemaGetter.transform((text: string) => Number(text)),
  encode: SchemaGetter.transform((number: number) => String(number))
}

/** The text of a whole number within limits; anything else is a 400 that names the limits. */
export const wholeNumber = (minimum: number, maximum: number) =>
  // The format tells the OpenAPI document that the text on the wire is a number.
  Schema.String.annotate({ format: "int32" })
    .check(
      Schema.makeFilter(
        (text) =>
          /^\d{1,15}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum
            ? undefined
            : `must be a whole number from ${minimum} to ${maximum}`,
        { toJsonSchema: () => ({ minimum, maximum }) }
      )
    )
    .pipe(Schema.decodeTo(Schema.Int, numberFromText))

/** A query parameter that is a whole number within limits; anything else is a 400 that names the limits. */
export const WholeNumberParam = (options: {
  readonly minimum: number
  readonly maximum: number
  readonly default: number
  readonly description: string
}) =>
  described(wholeNumber(options.minimum, options.maximum), options.description, {
    default: String(options.default)
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(String(options.default))))

/** Maximum, where all are returned by default. */
export const UpTo = (options: { readonly maximum: number; readonly description: string }) =>
  described(wholeNumber(1, options.maximum), options.description)

/** `page` from 1, and `limit` of 1 to 100, 20 by default (cases-1, directory-1). */
export const PageParams = {
  page: WholeNumberParam({ minimum: 1, maximum: 1_000_000, default: 1, description: "Page number, from 1" }),
  limit: WholeNumberParam({ minimum: 1, maximum: 100, default: 20, description: "Records per page" })
}
export type PageParams = { readonly page: number; readonly limit: number }

/** What every paged answer says of its page. */
export const pageFields = {
  page: described(Schema.Int, "This page's number", { example: 1 }),
  limit: described(Schema.Int, "Records per page", { example: 20 }),
  total: described(Schema.Int, "Total number of records", { example: 1 }),
  total_pages: described(Schema.Int, "Total number of pages; 0 if there are no records", { example: 1 })
}

/** What an answer says of its page; a page after the last has nothing and no next. */
export const pageMeta = ({ limit, page }: PageParams, total: number) => {
  const totalPages = Math.ceil(total / limit)
  return { page, limit, total, total_pages: totalPages, has_next: page < totalPages }
}

/** `{ data, meta }` of the public list endpoints. */
export const Page = <S extends Schema.Top>(item: S) =>
  Schema.Struct({
    data: described(Schema.Array(item), "The records of this page"),
    meta: Schema.Struct({
      ...pageFields,
      has_next: described(Schema.Boolean, "Whether there is a next page", { example: false })
    })
  })

/** `limit` and `offset` of the app's lists (initiations-9, assets-1). */
export const OffsetParams = (options: { readonly default: number; readonly maximum: number }) => ({
  limit: WholeNumberParam({
    minimum: 1,
    maximum: options.maximum,
    default: options.default,
    description: "Records per page"
  }),
  offset: WholeNumberParam({
    minimum: 0,
    maximum: 100_000_000,
    default: 0,
    description: "Records skipped before the first"
  })
})
export type OffsetParams = { readonly limit: number; readonly offset: number }

/** `{ rows, total, limit, offset }` of the app's lists; past the end `rows` is empty. */
export const OffsetPage = <S extends Schema.Top>(item: S) =>
  Schema.Struct({
    rows: Schema.Array(item),
    /** Records in all, whatever `limit` and `offset` leave out. */
    total: Schema.Int,
    limit: Schema.Int,
    offset: Schema.Int
  })
