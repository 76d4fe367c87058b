import { Data, Effect } from "effect"
import { spawn } from "node:child_process"
import process from "node:process"

class NotNotified extends Data.TaggedError("NotNotified")<{ readonly message: string }> {}

/** Longest wait for systemd to take the message, in milliseconds. */
const timeout = 10_000

const notify = Effect.callback<void, NotNotified>((resume) => {
  const child = spawn("systemd-notify", ["--ready"], { stdio: "ignore", timeout })
  child.once("error", ({ message }) => resume(Effect.fail(new NotNotified({ message }))))
  child.once("exit", (code, signal) =>
    resume(code === 0 ? Effect.void : Effect.fail(new NotNotified({ message: `it ended with ${code ?? signal}` })))
  )
})

/**
 * Readiness notification of systemd (`Type=notify`): `systemctl start` ends when the service listens. Node opens no datagram
 * socket of the file system, so systemd's own program sends it, which `NotifyAccess=all` admits.
 */
export const notifyReady = Effect.suspend(() =>
  process.env["NOTIFY_SOCKET"] === undefined
    ? Effect.void
    : notify.pipe(
        Effect.catch(({ message }) =>
          Effect.logError('systemd not notified: the unit stays "activating"', {
            reason: message
          })
        )
      )
)
