import { Effect, Schedule } from "effect"
import type { ServerProcess } from "./processes.ts"
import { keyAt } from "./seed.ts"

/** Sends each request to the next node that was ready when last asked, and never twice. */
export const balancer = () => {
  const nodes = new Map<number, boolean>()
  let turn = 0
  let answered = 0
  const failures: Array<string> = []
  const look = Effect.suspend(() =>
    Effect.forEach(
      [...nodes.keys()],
      (port) =>
        Effect.promise(async () => {
          const ready = await fetch(`http://127.0.0.1:${port}/health/ready`).then(
            ({ status }) => status === 200,
            () => false
          )
          if (nodes.has(port)) nodes.set(port, ready)
        }),
      { concurrency: "unbounded" }
    )
  )
  const send = (path: string, key: string, init: { readonly method?: string; readonly body?: string } = {}) =>
    Effect.promise(async () => {
      const ready = [...nodes].filter(([, isReady]) => isReady).map(([port]) => port)
      const port = ready[turn++ % ready.length]
      if (port === undefined) {
        failures.push("no node is ready")
        return undefined
      }
      try {
        const response = await fetch(`http://127.0.0.1:${port}${path}`, {
          ...init,
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json" }
        })
        const text = await response.text()
        answered += 1
        if (response.status < 300) return text
        failures.push(`${init.method ?? "GET"} ${path}: ${response.status} ${text.slice(0, 200)}`)
      } catch (error) {
        failures.push(
          `${init.method ?? "GET"} ${path}: ${String(error)}, ${String(error instanceof Error && error.cause)}`
        )
      }
      return undefined
    })
  return {
    add: ({ port }: ServerProcess) => void nodes.set(port, true),
    remove: ({ port }: ServerProcess) => void nodes.delete(port),
    look,
    send,
    failures,
    answered: () => answered
  }
}

type Balancer = ReturnType<typeof balancer>

/** What an integration does: cases are made, read and moved on. */
export const load = (
  { send }: Balancer,
  { keys, perSecond }: { readonly keys: number; readonly perSecond: number }
) => {
  const made: Array<string> = []
  let turn = 0
  const one = Effect.suspend(() => {
    const now = turn++
    const key = keyAt(now % keys)
    if (now % 4 === 0) {
      const body = { employee_name: `Person ${now}`, employee_email: `p${now}@example.test`, exit_date: "2099-03-31" }
      return send("/api/v1/offboardings", key, { method: "POST", body: JSON.stringify(body) }).pipe(
        Effect.tap((text) =>
          Effect.sync(() => {
            const id = text === undefined ? undefined : /"id":"([0-9a-f-]{36})"/.exec(text)?.[1]
            if (id !== undefined) made.push(id)
          })
        )
      )
    }
    const id = made[Math.max(0, made.length - 20)]
    return now % 4 === 1 && id !== undefined
      ? send(`/api/v1/offboardings/${id}`, key, {
          method: "PATCH",
          body: JSON.stringify({ status: now % 8 === 1 ? "notice_period" : "pending" })
        })
      : send("/api/v1/offboardings?limit=20", key)
  })
  // None waits for the one before: a customer's requests do not either.
  const run = Effect.forkScoped(Effect.repeat(Effect.forkScoped(one), Schedule.fixed(1000 / perSecond)))
  return { run, made: () => made.length, ids: (): ReadonlyArray<string> => made }
}
