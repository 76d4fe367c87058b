import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Effect, Exit, Stdio } from "effect"
import { CliConfig, CliOutput, Command, GlobalFlag } from "effect/cli"
import { audit } from "./audit.ts"
import { unanswered } from "./connection.ts"
import { demo } from "./demo.ts"
import { describe } from "./failure.ts"
import { jobs } from "./jobs.ts"
import { organisations } from "./organisations.ts"
import { asksForJson, JsonFlag, presenter, printFailure } from "./output.ts"
import { users } from "./users.ts"

const admin = Command.make("admin").pipe(
  Command.withDescription("Administration of the offboarding service, through its /rpc"),
  Command.withSubcommands([organisations, users, jobs, audit, demo]),
  Command.withGlobalFlags([JsonFlag])
)

const main = Effect.gen(function* () {
  const { args } = yield* Stdio.Stdio
  const given = yield* args
  const json = asksForJson(given)
  yield* Command.runWith(admin, { version: "0.1.0", renderErrors: false })(given).pipe(
    Effect.catchTag("RpcClientError", unanswered),
    Effect.tapCause((cause) =>
      Cause.hasInterruptsOnly(cause) ? Effect.void : printFailure(describe(cause, given), json)
    ),
    Effect.provideService(CliOutput.Presenter, presenter(json)),
    Effect.provideService(CliConfig.CliConfig, CliConfig.make({ builtIns: [GlobalFlag.Help] }))
  )
})

// Every failure is printed above in the form that was asked for, and exits 1; showing help unasked is one too.
NodeRuntime.runMain(main.pipe(Effect.provide(NodeServices.layer)), {
  disableErrorReporting: true,
  teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) ? 0 : Cause.hasInterruptsOnly(exit.cause) ? 130 : 1)
})
