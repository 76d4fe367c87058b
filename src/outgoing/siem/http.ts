import { appSurface } from "@svc/contract/kernel/surfaces"
import { SiemTargetsApi } from "@svc/contract/siem/api"
import { type BatchExport, instantsOf, SiemTargetDeleted } from "@svc/contract/siem/schema"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { type BatchRange, SiemBatchExport } from "./batch-export.ts"
import { SiemTargets } from "./targets.ts"

const rangeOf = ({ cursor, from, target_id: targetId, to }: BatchExport): BatchRange => ({
  targetId,
  ...instantsOf({ from, to }),
  text: `${from} to ${to}`,
  ...(typeof cursor === "string" ? { cursor } : {})
})

export const SiemHttp = HttpApiBuilder.group(
  appSurface.add(SiemTargetsApi),
  "siem-targets",
  Effect.fn(function* (handlers) {
    const targets = yield* SiemTargets
    const batchExport = yield* SiemBatchExport
    return handlers.handleAll({
      list: () => targets.list,
      events: () => Effect.succeed(targets.selectable),
      create: ({ payload }) => targets.create(payload),
      update: ({ params, payload }) => targets.update(params.id, payload),
      remove: ({ params }) => Effect.as(targets.remove(params.id), SiemTargetDeleted.make({})),
      test: ({ params }) => targets.test(params.id),
      batchExport: ({ payload }) =>
        Effect.map(batchExport.queue(rangeOf(payload)), ({ nextCursor, queued }) => ({
          queued,
          next_cursor: nextCursor
        }))
    })
  })
)
