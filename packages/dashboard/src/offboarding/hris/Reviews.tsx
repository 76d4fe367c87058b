import { type HrisReview, HrisReviewStatus } from "@svc/contract/hris/schema"
import { Schema } from "effect"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { Badge, type Tone } from "#design/Badge.tsx"
import { Button, LinkButton } from "#design/Button.tsx"
import { FilterSelect } from "#design/Field.tsx"
import { Row, Text, Stack } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { Pager, Table, TableSkeleton } from "#design/Table.tsx"
import { useIsConnected } from "#connections/integrations/connected.ts"
import { IntegrationTabs } from "#connections/integrations/IntegrationTabs.tsx"
import { useWords } from "#languages/words.ts"
import * as pages from "#platform/pages.ts"
import { Ago } from "#platform/Ago.tsx"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { useSearch } from "#platform/search.ts"
import { Page } from "#frame/Page.tsx"
import { AcceptDialog } from "./AcceptDialog.tsx"
import { reviewPage } from "./data.ts"
import { DismissDialog } from "./DismissDialog.tsx"

const limit = 25

const tones: Readonly<Record<HrisReviewStatus, Tone>> = {
  waiting: "watch",
  accepted: "good",
  dismissed: "calm",
  withdrawn: "calm"
}

const Offset = Schema.NumberFromString.check(Schema.isInt(), Schema.isGreaterThan(0))

const Decide = ({ of }: { readonly of: HrisReview }) => {
  const words = useWords().hris
  const { may } = useMay()
  const [asked, setAsked] = useState<"accept" | "dismiss">()
  const close = () => setAsked(undefined)
  if (of.status !== "waiting") {
    return (
      of.offboarding_id !== null &&
      may("offboardings_view") && (
        <LinkButton size="small" href={pages.offboarding({ id: of.offboarding_id })}>
          {words.offboarding}
        </LinkButton>
      )
    )
  }
  return (
    <Row end gap={1} whole>
      <Button size="small" onClick={() => setAsked("dismiss")}>
        {words.dismiss}
      </Button>
      {may("offboardings_edit") && (
        <Button size="small" icon="check" onClick={() => setAsked("accept")}>
          {words.accept}
        </Button>
      )}
      {asked === "accept" && <AcceptDialog of={of} onClose={close} />}
      {asked === "dismiss" && <DismissDialog of={of} onClose={close} />}
    </Row>
  )
}

const Person = ({ of: { employee_email, employee_id, employee_name } }: { readonly of: HrisReview }) => (
  <Stack gap={1}>
    <a href={pages.person({ id: employee_id })}>
      <Text strong>{employee_name}</Text>
    </a>
    <Text size="small" tone="3">
      {employee_email}
    </Text>
  </Stack>
)

const None = ({ status }: { readonly status: HrisReviewStatus | undefined }) => {
  const words = useWords().hris
  const { may } = useMay()
  const isConnected = useIsConnected("hris")
  if (status !== undefined && status !== "waiting") return <Placeholder icon="filter" title={words.noneSo} />
  return (
    <Placeholder icon="inbox" title={words.none} text={words.noneText}>
      {isConnected === false && may("integrations_manage") && (
        <LinkButton href={pages.integration({ id: "hris" })}>{words.connect}</LinkButton>
      )}
    </Placeholder>
  )
}

/** Findings of a sync with the HR system or directory that need a decision. */
export const Reviews = () => {
  const { common, hris: words } = useWords()
  const { day } = useFormat()
  const [{ offset = 0, status }, change] = useSearch({ status: HrisReviewStatus, offset: Offset })
  return (
    <Page title={words.title} about={words.about} help="integrations">
      <IntegrationTabs current={pages.hrReviews()} />
      <Row>
        <FilterSelect
          label={words.state}
          none={words.waitingOnly}
          value={status === "waiting" ? undefined : status}
          choices={HrisReviewStatus.literals.flatMap((one) =>
            one === "waiting" ? [] : [[one, words.statuses[one]] as const]
          )}
          onChoose={(chosen) => change({ status: chosen, offset: undefined })}
        />
      </Row>
      <Loaded
        of={reviewPage({ limit, offset, ...(status === undefined ? {} : { status }) })}
        skeleton={<TableSkeleton columns={4} />}
      >
        {({ rows, total }, busy) =>
          rows.length === 0 ? (
            <None status={status} />
          ) : (
            <>
              <Table
                label={words.title}
                rows={rows}
                keyOf={({ id }) => id}
                busy={busy}
                columns={[
                  { name: words.person, cell: (row) => <Person of={row} />, align: "main" },
                  {
                    name: words.found,
                    cell: ({ kind, origin, status: state }) => (
                      <Stack gap={1}>
                        <span>{words.kinds[kind].name}</span>
                        <Row gap={2}>
                          <Text size="small" tone="3">
                            {words.origins[origin]}
                          </Text>
                          {state !== "waiting" && <Badge tone={tones[state]}>{words.statuses[state]}</Badge>}
                        </Row>
                      </Stack>
                    )
                  },
                  {
                    name: words.lastDay,
                    cell: ({ last_day }) => (last_day === null ? <Text tone="3">{words.notSaid}</Text> : day(last_day)),
                    align: "tight",
                    wideOnly: true
                  },
                  {
                    name: words.at,
                    cell: ({ created_at }) => <Ago at={created_at} tone="2" />,
                    align: "end",
                    wideOnly: true
                  },
                  { name: words.actions, quiet: true, cell: (row) => <Decide of={row} />, align: "tight" }
                ]}
              />
              <Pager
                total={total}
                limit={limit}
                offset={offset}
                words={common.pager}
                onMove={(to) => change({ offset: to === 0 ? undefined : to })}
              />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}
