import { Option, Predicate, Schema, SchemaGetter } from "effect"

/**
 * For a list whose items are checked one by one: the document shows each item's schema (a component's name), and the
 * schema accepts any.
 */
export const documentedItems = (component: string) =>
  Schema.makeFilter<ReadonlyArray<unknown>>(() => undefined, {
    toJsonSchema: () => ({ items: { $ref: `#/components/schemas/${component}` } })
  })

/**
 * A field with what the OpenAPI document says of it. Annotated is the side on the wire: what is annotated on the
 * decoded side of a transformed field would not be seen.
 */
export const described = <S extends Schema.Top>(
  schema: S,
  description: string,
  more: { readonly example?: S["Encoded"]; readonly default?: S["Encoded"] } = {}
): S["Rebuild"] =>
  schema.pipe(
    Schema.annotateEncoded({
      description,
      ...(more.example === undefined ? {} : { examples: [more.example] }),
      ...(more.default === undefined ? {} : { default: more.default })
    })
  )

/** An optional field in which null means omitted. */
export const leftOutByNull = <S extends Schema.Top>(
  schema: S,
  description: string,
  more: { readonly example?: S["Encoded"]; readonly default?: S["Encoded"] } = {}
) =>
  Schema.optionalKey(described(Schema.NullOr(schema), `${description}. Null counts as omitted`, more)).pipe(
    Schema.decodeTo(Schema.optionalKey(Schema.toType(schema)), {
      decode: SchemaGetter.transformOptional(Option.filter(Predicate.isNotNull)),
      encode: SchemaGetter.passthroughSupertype()
    })
  )
