import { Config, Data, Effect, Option, Schema } from "effect"

/** A variable of the environment that stops the start. `message` is one line that names it and says what it takes. */
export class ConfigInvalid extends Data.TaggedError("ConfigInvalid")<{
  readonly variable: string
  readonly message: string
}> {}

/** How one variable is read: `takes` completes the sentence "NAME takes …"; the last three are for README's table. */
export interface Variable<A> {
  readonly name: string
  readonly takes: string
  readonly schema: Schema.Codec<A, string>
  /** A secret's value is never repeated in the message. */
  readonly secret?: boolean
  readonly meaning: string
  /** What happens when it is unset; nothing when it is left out. */
  readonly default?: string
  readonly example: string
}

const shown = (value: string) => JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value)

/** The one line for a value that `variable` does not take. */
export const invalid = <A>(variable: Variable<A>, value: string): ConfigInvalid =>
  new ConfigInvalid({
    variable: variable.name,
    message: `${variable.name} takes ${variable.takes}${variable.secret === true ? "" : `, not ${shown(value)}`}`
  })

/** Decodes a value that came from elsewhere (a file) under the name of its variable. */
export const decode = <A>(variable: Variable<A>, value: string): Effect.Effect<A, ConfigInvalid> =>
  Schema.decodeEffect(variable.schema)(value).pipe(Effect.mapError(() => invalid(variable, value)))

/** Reads a variable. Unset, empty and blank are the same: none. */
export const read = Effect.fnUntraced(function* <A>(variable: Variable<A>) {
  const text = yield* Config.option(Config.String(variable.name)).pipe(
    Effect.mapError(() => new ConfigInvalid({ variable: variable.name, message: `${variable.name} cannot be read` }))
  )
  const value = Option.filter(
    Option.map(text, (raw) => raw.trim()),
    (trimmed) => trimmed !== ""
  )
  return Option.isNone(value) ? Option.none<A>() : Option.some(yield* decode(variable, value.value))
})

/** As `read`, with a value for when it is unset. */
export const readOr = <A>(variable: Variable<A>, orElse: A): Effect.Effect<A, ConfigInvalid> =>
  Effect.map(
    read(variable),
    Option.getOrElse(() => orElse)
  )
