import { assert, layer } from "#test/support/suite"
import { Effect, FileSystem, Schedule } from "effect"
import path from "node:path"
import { childEnvironment } from "#test/support/child-environment"
import { aServiceProcess } from "#test/support/service-process"
import { LiveServices } from "#test/support/TestApp"

layer(LiveServices, { excludeTestServices: true })("a start under systemd", (it) => {
  // start-15: systemd is notified once the service listens.
  it.effect("systemd is notified by its own program when the service listens", function* () {
    const fs = yield* FileSystem.FileSystem
    const folder = yield* fs.makeTempDirectoryScoped()
    const said = path.join(folder, "said")
    yield* fs.writeFileString(
      path.join(folder, "systemd-notify"),
      `#!/bin/sh\nprintf '%s %s' "$NOTIFY_SOCKET" "$*" > ${said}.part && mv ${said}.part ${said}\n`,
      { mode: 0o755 }
    )
    const service = yield* aServiceProcess({
      NOTIFY_SOCKET: "/run/systemd/notify",
      PATH: `${folder}:${childEnvironment.PATH}`
    })
    const told = yield* Effect.retry(fs.readFileString(said), Schedule.spaced("20 millis"))
    assert.strictEqual(told, "/run/systemd/notify --ready")
    assert.strictEqual(yield* service.stop("SIGTERM"), 0)
  })

  it.effect("a notification that cannot be sent is an error in the log, and the service goes on", function* () {
    const service = yield* aServiceProcess({ NOTIFY_SOCKET: "/run/systemd/notify", PATH: "/nowhere" })
    yield* Effect.retry(
      Effect.suspend(() => (service.log().includes("systemd not notified") ? Effect.void : Effect.fail("not yet"))),
      Schedule.spaced("20 millis")
    )
    const ready = yield* Effect.promise(() => fetch(`${service.baseUrl}/health/ready`))
    assert.strictEqual(ready.status, 200)
  })
})
