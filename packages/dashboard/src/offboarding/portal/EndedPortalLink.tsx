import type { CaseDetails } from "@svc/contract/cases/schema"
import { AsyncResult } from "effect/reactivity"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { Banner } from "#design/Banner.tsx"
import { Button } from "#design/Button.tsx"
import { useWords } from "#languages/words.ts"
import { useQuery } from "#platform/atoms.ts"
import { portalLink } from "./data.ts"
import { MakeLinkDialog } from "./MakeLinkDialog.tsx"

/** After a change of the person: the former link is dead, and the current person has none yet. */
export const EndedPortalLink = ({ details: { id, status } }: { readonly details: CaseDetails }) => {
  const words = useWords().caseDetail
  const { may } = useMay()
  const [asked, setAsked] = useState(false)
  const link = useQuery(portalLink(id))
  const isEnded = status !== "cancelled" && AsyncResult.isSuccess(link) && link.value.former_person
  return (
    <>
      {isEnded && (
        <Banner tone="watch" title={words.portalFormer}>
          {words.portalFormerText}
          {may("offboardings_edit") && (
            <span>
              <Button size="small" icon="link" onClick={() => setAsked(true)}>
                {words.portalAnew}
              </Button>
            </span>
          )}
        </Banner>
      )}
      {/* Stays while it shows the URL, when the banner has gone. */}
      {asked && <MakeLinkDialog id={id} replaces={false} onClose={() => setAsked(false)} />}
    </>
  )
}
