import type { UnverifiedAccess, WeakEvidence } from "@svc/contract/residual-access/schema"
import type { ComponentProps } from "preact"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { Badge, type Tone } from "#design/Badge.tsx"
import { Button, LinkButton } from "#design/Button.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { Text } from "#design/layout.tsx"
import { Listed } from "#frame/Listed.tsx"
import { useWords } from "#languages/words.ts"
import { offboardingTab } from "#platform/pages.ts"
import { Ago } from "#platform/Ago.tsx"
import { RemovedDialog } from "./RemovedDialog.tsx"
import { pageSize, unverifiedPage } from "./list-data.ts"
import { PersonAtApp } from "./PersonAtApp.tsx"

const tones: Readonly<Record<WeakEvidence, Tone>> = {
  not_observed: "bad",
  vendor_answer: "watch",
  confirmed_by_hand: "watch"
}

/** Apps of departed employees without a verified removal. */
export const UnverifiedList = ({
  filters,
  list
}: {
  readonly filters: Parameters<typeof unverifiedPage>[0]
  readonly list: ComponentProps<typeof Listed>["list"]
}) => {
  const { residualAccess: words, revocations } = useWords()
  const { may } = useMay()
  const [asked, setAsked] = useState<UnverifiedAccess>()
  return (
    <>
      <Listed
        of={unverifiedPage(filters)}
        list={list}
        limit={pageSize}
        skeleton={{ columns: 4 }}
        none={<Placeholder icon="shield-check" title={words.unverifiedNone} text={words.unverifiedNoneText} />}
        label={words.unverified}
        keyOf={({ offboarding_id, service }) => `${offboarding_id} ${service}`}
        columns={[
          { name: words.person, cell: (row: UnverifiedAccess) => <PersonAtApp {...row} />, align: "main" },
          {
            name: words.known,
            cell: ({ evidence, other_account, still_active }: UnverifiedAccess) =>
              still_active ? (
                <Badge tone="bad">{revocations.seenActive}</Badge>
              ) : other_account ? (
                <Badge tone="watch">{words.otherAccount}</Badge>
              ) : (
                <Badge tone={tones[evidence]}>{words.evidences[evidence]}</Badge>
              ),
            align: "tight"
          },
          {
            name: words.lastRun,
            cell: ({ outcome }: UnverifiedAccess) => (
              <Text tone="2">{outcome === null ? revocations.open : revocations.outcomes[outcome]}</Text>
            ),
            align: "tight",
            wideOnly: true
          },
          {
            name: words.ended,
            cell: ({ access_ended_at }: UnverifiedAccess) => <Ago at={access_ended_at} tone="2" />,
            align: "end",
            wideOnly: true
          },
          {
            name: revocations.act,
            quiet: true,
            cell: (row: UnverifiedAccess) =>
              row.evidence === "not_observed" && !row.still_active && !row.other_account ? (
                may("access_revoke") && (
                  <Button size="small" onClick={() => setAsked(row)}>
                    {revocations.removed}
                  </Button>
                )
              ) : (
                <LinkButton size="small" href={offboardingTab({ id: row.offboarding_id, tab: "access" })}>
                  {words.look}
                </LinkButton>
              ),
            align: "end"
          }
        ]}
      />
      {asked !== undefined && (
        <RemovedDialog id={asked.offboarding_id} service={asked.service} onClose={() => setAsked(undefined)} />
      )}
    </>
  )
}
