import { Cause, Effect, Stdio } from "effect"
import { CliConfig, CliOutput, Command, GlobalFlag } from "effect/cli"
import { RpcClientError } from "effect/rpc"
import { apiKeys } from "./api-keys.ts"
import { audit } from "./audit.ts"
import { unanswered } from "./connection.ts"
import { describe } from "./failure.ts"
import { jobs } from "./jobs.ts"
import { organisations } from "./organisations.ts"
import { asksForJson, JsonFlag, presenter, printFailure } from "./output.ts"
import { users } from "./users.ts"

/** What the command does by the operator's procedures alone. */
export const commands = [organisations, users, apiKeys, jobs, audit] as const

export const admin = Command.make("admin").pipe(
  Command.withDescription("Administer the offboarding service through its /rpc")
)

/** Carries out the words that the process was started with; a failure is printed in the form that was asked for. */
export const run = <Name extends string, Input, Context, E, R>(command: Command.Command<Name, Input, Context, E, R>) =>
  Effect.gen(function* () {
    const { args } = yield* Stdio.Stdio
    const given = yield* args
    const json = asksForJson(given)
    const whole = Command.withGlobalFlags(command, [JsonFlag])
    return yield* Command.runWith(whole, { version: "0.1.0", renderErrors: false })(given).pipe(
      Effect.catch((failure): Effect.Effect<never, unknown> =>
        failure instanceof RpcClientError.RpcClientError ? unanswered(failure) : Effect.fail(failure)
      ),
      Effect.tapCause((cause) =>
        Cause.hasInterruptsOnly(cause) ? Effect.void : printFailure(describe(cause, given), json)
      ),
      Effect.provideService(CliOutput.Presenter, presenter(json)),
      Effect.provideService(CliConfig.CliConfig, CliConfig.make({ builtIns: [GlobalFlag.Help] }))
    )
  })
