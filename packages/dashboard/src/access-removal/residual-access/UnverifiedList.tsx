import type { UnverifiedAccess, WeakEvidence } from "@svc/contract/residual-access/schema"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { Badge, type Tone } from "#design/Badge.tsx"
import { Button, LinkButton } from "#design/Button.tsx"
import { Said } from "#design/layout.tsx"
import { Pager, Table, TableBones } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { offboardingTab } from "#platform/pages.ts"
import { Ago } from "#platform/Ago.tsx"
import { Loaded } from "#platform/Loaded.tsx"
import { RemovedDialog } from "./RemovedDialog.tsx"
import { pageSize, unverifiedPage } from "./list-data.ts"
import { NobodyListed } from "./NobodyListed.tsx"
import { PersonAtApp } from "./PersonAtApp.tsx"

const tones: Readonly<Record<WeakEvidence, Tone>> = {
  not_observed: "bad",
  vendor_answer: "watch",
  confirmed_by_hand: "watch"
}

/** Apps of people who left that nobody saw without their account. */
export const UnverifiedList = ({
  clear,
  filters,
  isNarrowed,
  onMove
}: {
  readonly filters: Parameters<typeof unverifiedPage>[0]
  readonly isNarrowed: boolean
  readonly clear: () => void
  readonly onMove: (offset: number) => void
}) => {
  const { common, residualAccess: words, revocations } = useWords()
  const { may } = useMay()
  const [asked, setAsked] = useState<UnverifiedAccess>()
  return (
    <Loaded of={unverifiedPage(filters)} bones={<TableBones columns={4} />}>
      {({ rows, total }, busy) => (
        <>
          {total === 0 && (
            <NobodyListed
              title={words.unverifiedNone}
              text={words.unverifiedNoneText}
              {...(isNarrowed ? { clear } : {})}
            />
          )}
          {total > 0 && (
            <>
              <Table
                label={words.unverified}
                rows={rows}
                keyOf={({ offboarding_id, service }) => `${offboarding_id} ${service}`}
                busy={busy}
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
                      <Said tone="2">{outcome === null ? revocations.open : revocations.outcomes[outcome]}</Said>
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
              <Pager total={total} limit={pageSize} offset={filters.offset ?? 0} words={common.pager} onMove={onMove} />
            </>
          )}
          {asked !== undefined && (
            <RemovedDialog id={asked.offboarding_id} service={asked.service} onClose={() => setAsked(undefined)} />
          )}
        </>
      )}
    </Loaded>
  )
}
