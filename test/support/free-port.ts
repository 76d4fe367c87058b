import { Effect } from "effect"
import { randomInt } from "node:crypto"
import net from "node:net"

// Below what the kernel gives to those who ask for any port, and below the embedded PostgreSQL's own.
const [first, end] = [10_000, 20_000]

const isFree = (port: number) =>
  Effect.callback<boolean>((resume) => {
    const server = net.createServer()
    server.once("error", () => resume(Effect.succeed(false)))
    server.listen(port, "127.0.0.1", () => server.close(() => resume(Effect.succeed(true))))
  })

/** A port for a process that has to be told one before it listens; drawn, so that runs beside each other do not meet. */
export const aFreePort: Effect.Effect<number> = Effect.suspend(() => {
  const port = randomInt(first, end)
  return Effect.flatMap(isFree(port), (free) => (free ? Effect.succeed(port) : aFreePort))
})
