import type { SyncReport } from "@svc/contract/hris/schema"
import { Option } from "effect"
import { AsyncResult } from "effect/reactivity"
import { Banner } from "#design/Banner.tsx"
import { Button } from "#design/Button.tsx"
import { Facts } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { syncEntra, syncHris } from "./data.ts"

/** Result of a sync, with the people it failed for. */
const Synced = ({ of }: { readonly of: SyncReport }) => {
  const words = useWords().integrations
  const { syncOf } = words
  const parts = [
    [of.created, syncOf.created] as const,
    [of.updated, syncOf.updated] as const,
    [of.unchanged, syncOf.unchanged] as const,
    [of.offboardings_created, syncOf.offboardings] as const,
    [of.offboardings_updated, syncOf.moved] as const,
    [of.for_review, syncOf.review] as const,
    [of.failed, syncOf.failed] as const
  ].flatMap(([count, said], place) => (count > 0 || place === 0 ? [said(count)] : []))
  return (
    <Banner tone={of.failed > 0 ? "watch" : "good"} title={words.synced}>
      {parts.join(", ")}
      {of.errors.length > 0 && <Facts facts={of.errors.map(({ error, external_id }) => [external_id, error])} />}
    </Banner>
  )
}

/** Starts a sync with the HR system or Entra ID. */
export const SyncCard = ({ source }: { readonly source: "hris" | "azure-ad" }) => {
  const words = useWords().integrations
  const sync = useAction(source === "hris" ? syncHris : syncEntra)
  const report = AsyncResult.isSuccess(sync.result) ? Option.some(sync.result.value) : Option.none()
  return (
    <>
      <Button icon="refresh-cw" busy={sync.busy} onClick={() => sync.start()}>
        {words.sync}
      </Button>
      <Refusal of={sync.result} />
      {Option.isSome(report) && !sync.busy && <Synced of={report.value} />}
    </>
  )
}
