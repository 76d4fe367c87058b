import { Effect } from "effect"
import net from "node:net"
import path from "node:path"

export const repository = path.resolve(import.meta.dirname, "../..")

export interface Settings {
  /** Absolute. */
  readonly dataDir: string
  /** Stop after the play. */
  readonly once: boolean
  /** The first port to try for the service. */
  readonly firstPort: number
  readonly serviceLog: string
  readonly operatorToken: string
  readonly stateFile: string
  /** Certificates, and what the vendor remembers. */
  readonly neighboursDir: string
}

/** A folder of its own unless told otherwise, so that a demo never mixes with real data. */
export const settings = Effect.sync((): Settings => {
  const dataDir = path.resolve(process.env["DATA_DIR"] ?? path.join(repository, ".demo"))
  const port = Number(process.env["PORT"] ?? 3000)
  return {
    dataDir,
    once: process.argv.includes("--once") || process.env["DEMO_ONCE"] === "1",
    firstPort: Number.isInteger(port) && port > 0 && port < 65_000 ? port : 3000,
    serviceLog: path.join(dataDir, "service.log"),
    operatorToken: path.join(dataDir, "operator-token"),
    stateFile: path.join(dataDir, "demo.json"),
    neighboursDir: path.join(dataDir, "neighbours")
  }
})

/** As a person would type it. */
export const shown = (file: string) => {
  const relative = path.relative(process.cwd(), file)
  return relative.startsWith("..") ? file : relative
}

const isFree = (port: number): Effect.Effect<boolean> =>
  Effect.callback((resume) => {
    const server = net.createServer()
    server.once("error", () => resume(Effect.succeed(false)))
    server.listen(port, "127.0.0.1", () => server.close(() => resume(Effect.succeed(true))))
  })

/** The first free port from this one on. */
export const freePort = (first: number): Effect.Effect<number> =>
  Effect.flatMap(isFree(first), (free) => (free ? Effect.succeed(first) : freePort(first + 1)))
