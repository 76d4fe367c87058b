import { assert, describe, it } from "@effect/vitest"
import {
  chainVerdict,
  clockVerdict,
  holdVerdict,
  keysVerdict,
  migrationVerdict,
  partitionsVerdict,
  queuesVerdict,
  serverVerdict
} from "#operations/doctor/rules"

describe("what the doctor makes of what it finds", () => {
  it("the clock: what the way to the database took is no skew", () => {
    assert.strictEqual(clockVerdict(900, 1000).status, "ok")
    assert.strictEqual(clockVerdict(-3500, 100).status, "warning")
    assert.strictEqual(clockVerdict(60_000, 100).status, "failed")
    assert.include(clockVerdict(60_000, 100).found, "60.00 s behind the database")
  })

  it("migrations: older ones are applied at the start, newer ones are another release's", () => {
    const state = { known: 5, applied: 5, floor: null }
    assert.strictEqual(migrationVerdict(state).status, "ok")
    assert.strictEqual(migrationVerdict({ ...state, applied: 4 }).status, "warning")
    assert.strictEqual(migrationVerdict({ ...state, applied: 6 }).status, "failed")
    assert.strictEqual(migrationVerdict({ ...state, applied: 7, floor: 6 }).status, "failed")
    assert.strictEqual(migrationVerdict({ ...state, applied: 7, floor: 5 }).status, "warning")
  })

  // doctor-3: It says that a restored database waits for its release, and how to give it.
  it("a restore: what is not released is told with its command, and what is not finished fails", () => {
    assert.strictEqual(holdVerdict(undefined).status, "ok")
    const hold = { origin: "backup", backup: "monday", dataOf: "2026-03-02T09:00:00.000Z", finished: true } as const
    assert.strictEqual(holdVerdict(hold).status, "warning")
    assert.include(holdVerdict({ ...hold, finished: false }).todo, "admin backup restore")
    const recovered = { ...hold, origin: "recovery", backup: null, finished: false } as const
    assert.deepStrictEqual(
      [holdVerdict(recovered).status, holdVerdict(recovered).todo],
      ["failed", "run `admin backup recovered` again"]
    )
  })

  it("keys: every one that sealed is given or given up, and the one that signs is the known one", () => {
    const keys = { given: ["a", "b"], lost: ["c"], sealedWith: ["a", "b", "c"], signing: "s", signedWith: "s" }
    assert.strictEqual(keysVerdict(keys).status, "ok")
    assert.include(keysVerdict({ ...keys, given: ["a"] }).found, "master key b")
    assert.strictEqual(keysVerdict({ ...keys, signing: "t" }).status, "failed")
    assert.strictEqual(keysVerdict({ ...keys, signing: "none", signedWith: "none" }).status, "warning")
    assert.strictEqual(keysVerdict({ ...keys, signedWith: undefined }).status, "ok")
  })

  it("the chain: a contradiction fails, what has no anchor yet is told", () => {
    const chain = { chains: 3, broken: [], unanchored: 0, unpublished: 0 }
    assert.strictEqual(chainVerdict(chain).status, "ok")
    assert.strictEqual(chainVerdict({ ...chain, unanchored: 1 }).status, "warning")
    assert.strictEqual(chainVerdict({ ...chain, unpublished: 5000 }).status, "warning")
    const broken = chainVerdict({ ...chain, broken: ["one", "two", "three", "four"] })
    assert.deepStrictEqual([broken.status, broken.found.includes("one, two, three and others")], ["failed", true])
  })

  it("queues: a quarter of an hour is told, an hour fails", () => {
    const waiting = (seconds: number) => queuesVerdict([{ queue: "outbox", depth: 2, seconds }])
    assert.deepStrictEqual(
      [0, 900, 901, 3600, 3601].map((seconds) => waiting(seconds).status),
      ["ok", "ok", "warning", "warning", "failed"]
    )
    assert.include(waiting(1200).found, "outbox: 2 due, the oldest for 20 minutes")
  })

  it("partitions: those of the days to come", () => {
    assert.deepStrictEqual(
      [7.5, 3, 2.9, 0].map((days) => partitionsVerdict(days).status),
      ["ok", "ok", "warning", "warning"]
    )
    assert.include(partitionsVerdict(5.2).found, "5 days ahead")
  })

  it("the server: a standby, an old version and too few connections", () => {
    const server = {
      version: 180_004,
      login: "svc",
      standby: false,
      readOnly: false,
      connections: 10,
      mostConnections: 100
    }
    assert.strictEqual(serverVerdict(server).status, "ok")
    assert.strictEqual(serverVerdict({ ...server, standby: true }).status, "failed")
    assert.strictEqual(serverVerdict({ ...server, readOnly: true }).status, "failed")
    assert.strictEqual(serverVerdict({ ...server, version: 140_010 }).status, "failed")
    assert.strictEqual(serverVerdict({ ...server, connections: 71 }).status, "warning")
  })
})
