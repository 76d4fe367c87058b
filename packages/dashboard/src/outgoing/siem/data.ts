import type { SiemTargetId } from "@svc/contract/kernel/ids"
import { SiemTargetsApi } from "@svc/contract/siem/api"
import type { BatchExport, CreateSiemTarget, UpdateSiemTarget } from "@svc/contract/siem/schema"
import { clientOf } from "#platform/api.ts"
import { action, query } from "#platform/atoms.ts"

const siem = clientOf(SiemTargetsApi)

const changed = () => ["siem targets"]

/** Polled, because queued events are sent in the background. */
export const targets = query((_all: "all") => siem.list({}), { keys: changed, every: "10 seconds" })("all")

export const createTarget = action((payload: CreateSiemTarget) => siem.create({ payload }), changed)

export const changeTarget = action(
  ({ id, ...payload }: UpdateSiemTarget & { readonly id: SiemTargetId }) => siem.update({ params: { id }, payload }),
  changed
)

export const removeTarget = action((id: SiemTargetId) => siem.remove({ params: { id } }), changed)

export const testTarget = action((id: SiemTargetId) => siem.test({ params: { id } }), changed)

/** Queues the next ten thousand entries of a range, after `cursor`. */
export const exportStep = action((payload: BatchExport) => siem.batchExport({ payload }), changed)
