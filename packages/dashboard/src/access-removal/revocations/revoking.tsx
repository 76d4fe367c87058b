import type { CaseDetails } from "@svc/contract/cases/schema"
import type { RevocationPreview } from "@svc/contract/revocations/schema"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { previewRevocation } from "./data.ts"
import { RemovedDialog } from "#access-removal/residual-access/RemovedDialog.tsx"
import { RevokeDialog } from "./RevokeDialog.tsx"
import { useRunUnderWay } from "./run.ts"

type Asked =
  | { readonly kind: "revoke"; readonly preview: RevocationPreview }
  | { readonly kind: "removed"; readonly service: string }

/** Start a run or mark an app as removed, from any tab; one instance per page. */
export const useRevoking = (details: CaseDetails) => {
  const { apps, id, status } = details
  const { may } = useMay()
  const [asked, setAsked] = useState<Asked>()
  const { ended, isKnown, isUnderWay, onStarted } = useRunUnderWay(id, apps.length > 0)
  const preview = useAction(previewRevocation, {
    onDone: (preview) => setAsked({ kind: "revoke", preview })
  })
  // Reactivated accounts of completed offboardings can be retried too.
  const mayAct = may("access_revoke") && status !== "cancelled"
  const close = () => setAsked(undefined)
  return {
    isUnderWay,
    ended,
    mayAct,
    /** No run is in progress. */
    mayStart: mayAct && isKnown && !isUnderWay,
    busy: preview.busy,
    start: (services: ReadonlyArray<string>) => preview.start({ offboardingId: id, apps: services }),
    markRemoved: (service: string) => setAsked({ kind: "removed", service }),
    refusal: <Refusal of={preview.result} />,
    dialog:
      asked?.kind === "revoke" ? (
        <RevokeDialog details={details} preview={asked.preview} onStarted={onStarted} onClose={close} />
      ) : asked?.kind === "removed" ? (
        <RemovedDialog id={id} service={asked.service} onClose={close} />
      ) : null
  }
}

export type Revoking = ReturnType<typeof useRevoking>
