import { Config, Data, Effect, FileSystem, Option, Schema } from "effect"

/** A variable of the environment that stops the start. `message` is one line that names it and says what it takes. */
export class ConfigInvalid extends Data.TaggedError("ConfigInvalid")<{
  readonly variable: string
  readonly message: string
}> {}

/** How one variable is read: `takes` completes the sentence "NAME takes …"; the last three are for `docs/operate/configuration.md`. */
export interface Variable<A> {
  readonly name: string
  readonly takes: string
  readonly schema: Schema.Codec<A, string>
  /** A secret's value never appears in the message; it can be in a file that `NAME_FILE` names. */
  readonly secret?: boolean
  readonly meaning: string
  /** The effect of leaving it unset; omitted if there is none. */
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

/** The variable that names the file in which the secret `name` lies. */
export const fileVariable = (name: string): string => `${name}_FILE`

/** What the environment says, trimmed. Unset, empty and blank are the same: none. */
const given = Effect.fnUntraced(function* (name: string) {
  const text = yield* Config.option(Config.String(name)).pipe(
    Effect.mapError(() => new ConfigInvalid({ variable: name, message: `${name} cannot be read` }))
  )
  return Option.filter(
    Option.map(text, (raw) => raw.trim()),
    (trimmed) => trimmed !== ""
  )
})

/** The content of a secret's file, less one line break at its end, which editors and `echo` leave there. */
const contentOf = Effect.fnUntraced(function* (name: string, file: string) {
  const fs = yield* FileSystem.FileSystem
  const failed = (reason: string) =>
    new ConfigInvalid({ variable: name, message: `${name} names the file ${shown(file)}, which ${reason}` })
  const text = yield* fs
    .readFileString(file)
    .pipe(Effect.mapError(({ reason }) => failed(`this process cannot read (${reason._tag})`)))
  const content = text.replace(/\r?\n$/, "")
  return content.trim() === "" ? yield* failed("is empty") : content
})

const textOf = Effect.fnUntraced(function* <A>({ name, secret }: Variable<A>) {
  const text = yield* given(name)
  if (secret !== true) return text
  const inFile = fileVariable(name)
  const file = yield* given(inFile)
  if (Option.isNone(file)) return text
  if (Option.isSome(text)) {
    return yield* new ConfigInvalid({ variable: name, message: `${name} and ${inFile} are both set. Unset one` })
  }
  return Option.some(yield* contentOf(inFile, file.value))
})

/**
 * Reads a variable, and a secret also from the file in `NAME_FILE`. Unset, empty, and blank are the same: none. Fails
 * with `ConfigInvalid` for an invalid value, for both variables together, and for a file that is empty or unreadable.
 */
export const read = Effect.fnUntraced(function* <A>(variable: Variable<A>) {
  const value = yield* textOf(variable)
  return Option.isNone(value) ? Option.none<A>() : Option.some(yield* decode(variable, value.value))
})

/** As `read`, with a value for when it is unset. */
export const readOr = <A>(variable: Variable<A>, orElse: A): Effect.Effect<A, ConfigInvalid, FileSystem.FileSystem> =>
  Effect.map(
    read(variable),
    Option.getOrElse(() => orElse)
  )
