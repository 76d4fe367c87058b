import { ErasureRecord } from "@svc/contract/erasure/schema"
import { Caller } from "@svc/contract/kernel/access"
import { EmployeeId, OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Option, Schema, Stream } from "effect"
import { constantTimeEquals } from "#platform/crypto/constant-time"
import { Files } from "#platform/files/files"
import { Secrets } from "#platform/keys/secrets"
import { systemCaller } from "#platform/jobs/system-caller"
import { layerOf } from "#platform/services/layer-of"
import { type ErasureRow, ErasuresRepo } from "./repo.ts"
import { ledgerFolder, ledgerKey, ledgerLines } from "./rules.ts"
import { Erasures } from "./service.ts"

const Text = Schema.fromJsonString(Schema.toCodecJson(ErasureRecord))
const encode = Schema.encodeEffect(Text)
const decode = Schema.decodeUnknownEffect(Text)
const isEmployeeId = Schema.is(EmployeeId)
const isOrgId = Schema.is(OrgId)

const purpose = "erasure-ledger"
const batch = 100

interface ReplayFigures {
  /** Erasures that a restored backup had undone. */
  readonly erased_again: number
  /** Files of the ledger that cannot be read or are not by this service. */
  readonly unreadable: number
}

/**
 * Erasure ledger (tombstones for restores): every erasure is also a file in the file storage, with ids only, so that
 * restoring an older backup brings no person back. Written after the commit and retried until the storage has it;
 * replaying is idempotent. Without file storage there is no ledger (proof-10).
 */
export class ErasureLedger extends Context.Service<
  ErasureLedger,
  {
    /** Writes what the storage lacks; failures are retried. */
    write(orgId: OrgId | undefined): Effect.Effect<{ readonly written: number }>
    /** Does every erasure of the ledger again that the database does not have whole. */
    replay(orgId: OrgId | undefined): Effect.Effect<ReplayFigures>
  }
>()("svc/erasure/ErasureLedger") {
  static readonly layerNoDeps = layerOf(ErasureLedger, function* () {
    const repo = yield* ErasuresRepo
    const erasures = yield* Erasures
    const files = yield* Files
    const secrets = yield* Secrets

    const writeOne = Effect.fnUntraced(function* (row: ErasureRow) {
      const lines = { format: "svc-erasure/v1" as const, ...row }
      const text = yield* Effect.orDie(encode({ ...lines, mac: secrets.hmac(purpose, ledgerLines(lines)) }))
      yield* files.put(ledgerKey(row.org_id, row.employee_id), Buffer.from(`${text}\n`), {
        contentType: "application/json"
      })
      yield* repo.markWritten({ orgId: row.org_id, employeeId: row.employee_id }, yield* DateTime.now)
    })

    const write = Effect.fn("ErasureLedger.write")(function* (orgId: OrgId | undefined) {
      if (!files.isConfigured) return { written: 0 }
      const rows = yield* repo.unwritten(orgId, batch)
      const written = yield* Effect.forEach(rows, (row) =>
        writeOne(row).pipe(
          Effect.as(1),
          Effect.catchCause((cause) =>
            Effect.as(Effect.logError("erasure not written to the ledger, will be retried", cause), 0)
          )
        )
      )
      return { written: written.reduce<number>((sum, one) => sum + one, 0) }
    })

    const read = Effect.fnUntraced(function* (orgId: OrgId, employeeId: EmployeeId) {
      const bytes = yield* Stream.runCollect(files.get(ledgerKey(orgId, employeeId)))
      const record = yield* decode(Buffer.concat(bytes).toString("utf8"))
      const genuine = secrets.hmacs(purpose, ledgerLines(record)).some((mac) => constantTimeEquals(mac, record.mac))
      return genuine && record.org_id === orgId && record.employee_id === employeeId
        ? Option.some(record)
        : Option.none()
    })

    const replayOne = (orgId: OrgId, employeeId: EmployeeId) =>
      Effect.gen(function* () {
        const record = yield* read(orgId, employeeId)
        if (Option.isNone(record)) {
          yield* Effect.logError("erasure ledger file not written by this service", { orgId, employeeId })
          return false
        }
        yield* erasures
          .eraseAgain({
            employeeId,
            personKeyIds: record.value.person_key_ids,
            offboardingIds: record.value.offboarding_ids,
            erasedAt: record.value.erased_at
          })
          .pipe(Effect.provideService(Caller, systemCaller(orgId)))
        return true
      }).pipe(
        Effect.catchCause((cause) =>
          Effect.as(Effect.logError("erasure from the ledger not replayed, will be retried", cause), false)
        )
      )

    const replay = Effect.fn("ErasureLedger.replay")(function* (orgId: OrgId | undefined) {
      if (!files.isConfigured) return { erased_again: 0, unreadable: 0 }
      const keys = yield* Effect.orDie(files.list(orgId === undefined ? ledgerFolder : `${ledgerFolder}/${orgId}`))
      const whole = yield* repo.whole(orgId)
      const undone = keys.flatMap((key) => {
        const [, org, name = ""] = key.split("/")
        const employeeId = name.replace(/\.json$/, "")
        if (!isOrgId(org) || !isEmployeeId(employeeId)) return []
        const known = whole.get(org)
        return known === undefined || known.has(employeeId) ? [] : [{ orgId: org, employeeId }]
      })
      const done = yield* Effect.forEach(undone, (one) => replayOne(one.orgId, one.employeeId))
      const again = done.filter(Boolean).length
      return { erased_again: again, unreadable: done.length - again }
    })

    return ErasureLedger.of({ write, replay })
  })
}
