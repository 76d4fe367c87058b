import { InitiationStatus, InitiationView } from "@svc/contract/initiations/schema"
import { OffsetParams } from "@svc/contract/kernel/paging"
import { useMay, useUser } from "#access/data.ts"
import { Avatar } from "#design/Avatar.tsx"
import { LinkButton } from "#design/Button.tsx"
import { FilterSelect } from "#design/Field.tsx"
import { Row, Text, Titled } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { RowLink } from "#design/Table.tsx"
import { Tabs } from "#design/Tabs.tsx"
import { Listed } from "#frame/Listed.tsx"
import { useWords } from "#languages/words.ts"
import { initiation, initiations, newInitiation } from "#platform/pages.ts"
import { useFormat } from "#platform/format.ts"
import { useListSearch } from "#platform/search.ts"
import { ExportCsv } from "#frame/ExportCsv.tsx"
import { Page } from "#frame/Page.tsx"
import { exportInitiations, initiationPage, pageSize } from "./data.ts"
import { State } from "./parts.tsx"

const { offset } = OffsetParams({ default: pageSize, maximum: 200 })

/** Offboarding requests: your own, those to review, and all you have access to. */
export const Initiations = () => {
  const words = useWords().initiations
  const { may } = useMay()
  const { id: me } = useUser()
  const { ago, day, moment } = useFormat()
  const list = useListSearch({ view: InitiationView, status: InitiationStatus, offset })
  const tabs = [undefined, ...InitiationView.literals]
  const { narrow, search } = list
  const { view } = search
  const ask = may("offboardings_create") && (
    <LinkButton href={newInitiation()} variant="primary" icon="plus">
      {words.create}
    </LinkButton>
  )
  return (
    <Page
      title={words.title}
      about={words.about}
      help="initiations"
      actions={
        <>
          <ExportCsv name={words.title} of={exportInitiations} query={search} />
          {ask}
        </>
      }
    >
      <Tabs
        label={words.title}
        tabs={tabs.map((tab) => ({
          name: words.views[tab ?? "all"],
          href: tab === undefined ? initiations() : `${initiations()}?view=${tab}`,
          current: tab === view
        }))}
      />
      {view !== "to_decide" && (
        <Row>
          <FilterSelect
            label={words.state}
            none={words.anyState}
            value={search.status}
            choices={InitiationStatus.literals.map((one) => [one, words.states[one]] as const)}
            onChoose={(status) => narrow({ status })}
          />
        </Row>
      )}
      <Listed
        of={initiationPage(search)}
        list={{ ...list, isNarrowed: false }}
        limit={pageSize}
        skeleton={{ columns: 5 }}
        none={
          <Placeholder
            icon="inbox"
            title={words.none[view ?? "all"]}
            text={may("offboardings_create") ? words.noneText : undefined}
          >
            {ask}
          </Placeholder>
        }
        label={words.title}
        keyOf={({ id }) => id}
        columns={[
          {
            name: words.person,
            align: "main",
            cell: ({ employee_department, employee_name, employee_role, id }) => (
              <Row gap={2} whole>
                <Avatar name={employee_name} />
                <Titled below={[employee_role, employee_department].filter((part) => part !== "").join(" · ")}>
                  <RowLink href={initiation({ id })}>{employee_name}</RowLink>
                </Titled>
              </Row>
            )
          },
          { name: words.state, align: "tight", cell: (row) => <State of={row} /> },
          {
            name: words.by,
            align: "tight",
            wideOnly: true,
            cell: ({ initiated_by, initiated_by_name }) => (
              <Text tone="2">{initiated_by === me ? words.you : (initiated_by_name ?? words.gone)}</Text>
            )
          },
          { name: words.lastDay, align: "end", wideOnly: true, cell: ({ exit_date }) => day(exit_date) },
          {
            name: words.asked,
            align: "end",
            wideOnly: true,
            cell: ({ created_at }) => (
              <Text tone="2" oneLine>
                <time title={moment(created_at)}>{ago(created_at)}</time>
              </Text>
            )
          }
        ]}
      />
    </Page>
  )
}
