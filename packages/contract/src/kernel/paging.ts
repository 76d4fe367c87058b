import { Effect, Schema, SchemaGetter } from "effect"

const numberFromText = {
  decode: SchemaGetter.transform((text: string) => Number(text)),
  encode: SchemaGetter.transform((number: number) => String(number))
}

const wholeNumber = (minimum: number, maximum: number) =>
  Schema.String.check(
    Schema.makeFilter((text) =>
      /^\d{1,15}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum
        ? undefined
        : `must be a whole number from ${minimum} to ${maximum}`
    )
  ).pipe(Schema.decodeTo(Schema.Int, numberFromText))

/** A query parameter that is a whole number within limits; anything else is a 400 that names the limits. */
export const WholeNumberParam = (options: {
  readonly minimum: number
  readonly maximum: number
  readonly default: number
}) =>
  wholeNumber(options.minimum, options.maximum).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed(String(options.default)))
  )

/** `page` (from 1) and `limit` (1 to 100, default 20): D1, "Rules that hold everywhere" 3. */
export const PageParams = {
  page: WholeNumberParam({ minimum: 1, maximum: 1_000_000, default: 1 }),
  limit: WholeNumberParam({ minimum: 1, maximum: 100, default: 20 })
}
export type PageParams = { readonly page: number; readonly limit: number }

/** `{ data, meta }` of the public list endpoints. */
export const Page = <S extends Schema.Top>(item: S) =>
  Schema.Struct({
    data: Schema.Array(item),
    meta: Schema.Struct({
      page: Schema.Int,
      limit: Schema.Int,
      total: Schema.Int,
      total_pages: Schema.Int,
      has_next: Schema.Boolean
    })
  })
