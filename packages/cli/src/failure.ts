import { Cause, Predicate, Schema } from "effect"
import { CliError } from "effect/cli"

/** The command cannot be carried out; `error` says why and what to do. */
export class CommandFailed extends Schema.TaggedError<CommandFailed>()("CommandFailed", { error: Schema.String }) {}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim()

/** What `Flag.withSchema` writes before the message of our own schema. */
const schemaRefusal = "Schema validation failed: "

const usage = (error: CliError.NonShowHelpErrors, args: ReadonlyArray<string>) => {
  // Neither message repeats the words it is about: a password may be among them.
  if (error._tag === "UnexpectedArgument") return "Unexpected argument. Put a value that contains spaces in quotes"
  if (
    error._tag === "UnrecognizedOption" &&
    args.some((arg, index) => args[index - 1] === "--password" && arg.startsWith(error.option))
  ) {
    return "Write a password that starts with a dash as --password=…"
  }
  if (error._tag === "InvalidValue" && error.expected.startsWith(schemaRefusal)) {
    const name = error.kind === "flag" ? `--${error.option}` : error.option
    return oneLine(`${name} ${error.expected.slice(schemaRefusal.length)}`)
  }
  return oneLine(error.message)
}

const isShowHelp = (error: unknown): error is CliError.ShowHelp =>
  CliError.isCliError(error) && error._tag === "ShowHelp"

/** One sentence for whatever ended the command; `args` are the words it was started with. */
export const describe = (cause: Cause.Cause<unknown>, args: ReadonlyArray<string>): string => {
  const error = Cause.squash(cause)
  if (isShowHelp(error)) {
    const name = error.commandPath.join(" ")
    return error.errors.length === 0
      ? `"${name}" is not a complete command. "${name} --help" lists the subcommands`
      : [...new Set(error.errors.map((each) => usage(each, args)))].join("; ")
  }
  if (Predicate.hasProperty(error, "error") && typeof error.error === "string") return error.error
  return `The command failed unexpectedly: ${oneLine(error instanceof Error ? error.message : String(error))}`
}
