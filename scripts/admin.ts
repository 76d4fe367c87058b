import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { admin, commands, run } from "@svc/cli/admin"
import { Cause, Effect, Exit } from "effect"
import { Command } from "effect/cli"
import { demo } from "#demo/command"
import { backup } from "#operations/backup/command"
import { doctor } from "#operations/doctor/command"

// The whole service is read only by the commands that settle a restored database.
const app = Effect.map(
  Effect.promise(() => import("#App")),
  ({ WithoutFace }) => WithoutFace
)

/** `npm run -s admin -- …`: the operator's command. */
const main = run(Command.withSubcommands(admin, [...commands, demo, backup(app), doctor]))

// Every failure is printed in the form that was asked for, and exits 1; showing help unasked is one too.
NodeRuntime.runMain(main.pipe(Effect.provide(NodeServices.layer)), {
  disableErrorReporting: true,
  teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) ? 0 : Cause.hasInterruptsOnly(exit.cause) ? 130 : 1)
})
