import {
  ListResidualAccess,
  ListUnverifiedAccess,
  type ResidualAccessByApp
} from "@svc/contract/residual-access/schema"
import { Schema } from "effect"
import { useNames } from "#connections/integrations/providers.ts"
import { AppMark, WithMark } from "#design/AppMark.tsx"
import { AccessTabs } from "#access-removal/AccessTabs.tsx"
import { Card } from "#design/Card.tsx"
import { FilterSelect } from "#design/Field.tsx"
import { Text } from "#design/layout.tsx"
import { RowLink, Table, TableSkeleton } from "#design/Table.tsx"
import { Filters } from "#frame/Listed.tsx"
import { useWords } from "#languages/words.ts"
import { residualAccess } from "#platform/pages.ts"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { useSearch } from "#platform/search.ts"
import { ExportCsv } from "#frame/ExportCsv.tsx"
import { Page } from "#frame/Page.tsx"
import { CameBackList } from "./CameBackList.tsx"
import { byApp, exportFindings, exportUnverified } from "./list-data.ts"
import { UnverifiedList } from "./UnverifiedList.tsx"

const { offset, service, status } = ListResidualAccess

const fields = {
  list: Schema.Literals(["unverified"]),
  status,
  service,
  evidence: ListUnverifiedAccess.evidence,
  offset
}

type App = ResidualAccessByApp["apps"][number]

const Apps = ({ apps, hrefOf }: Pick<ResidualAccessByApp, "apps"> & { readonly hrefOf: (app: string) => string }) => {
  const words = useWords().residualAccess
  const { number } = useFormat()
  const nameOf = useNames()
  return (
    <Card title={words.byApp} flush>
      <Table
        label={words.byApp}
        rows={apps}
        keyOf={({ service }) => service}
        columns={[
          {
            name: words.app,
            cell: ({ service }: App) => (
              <WithMark mark={<AppMark of={service} name={nameOf(service)} size="small" />}>
                <RowLink href={hrefOf(service)}>{nameOf(service)}</RowLink>
              </WithMark>
            ),
            align: "main"
          },
          {
            name: words.cameBack,
            cell: ({ open }: App) => (
              <Text tone={open > 0 ? "bad" : "3"} numbers>
                {number(open)}
              </Text>
            ),
            align: "end"
          },
          {
            name: words.resolved,
            cell: ({ resolved }: App) => (
              <Text tone="3" numbers>
                {number(resolved)}
              </Text>
            ),
            align: "end",
            wideOnly: true
          },
          {
            name: words.unverified,
            cell: ({ unverified }: App) => (
              <Text tone={unverified > 0 ? "watch" : "3"} numbers>
                {number(unverified)}
              </Text>
            ),
            align: "end"
          },
          {
            name: words.evidences.not_observed,
            cell: ({ not_observed }: App) => (
              <Text tone={not_observed > 0 ? "bad" : "3"} numbers>
                {number(not_observed)}
              </Text>
            ),
            align: "end",
            wideOnly: true
          }
        ]}
      />
    </Card>
  )
}

/** Accounts active after revocation, and departed employees without a verified removal. */
export const StillAccess = () => {
  const nameOf = useNames()
  const words = useWords().residualAccess
  const [{ evidence, list, offset, service, status }, change] = useSearch(fields)
  const narrow = (changes: Parameters<typeof change>[0]) => change({ ...changes, offset: undefined })
  const clear = () => narrow({ status: undefined, service: undefined, evidence: undefined })
  const isUnverified = list === "unverified"
  const isNarrowed = service !== undefined || (isUnverified ? evidence !== undefined : status !== undefined)
  const common = {
    ...(service === undefined ? {} : { service }),
    ...(offset === undefined ? {} : { offset })
  }
  const listed = { clear, isNarrowed, offset: offset ?? 0, move: (offset: number) => change({ offset }) }
  const hrefOf = (service: string) =>
    `${residualAccess()}?${new URLSearchParams({ ...(isUnverified ? { list: "unverified" } : {}), service }).toString()}`
  return (
    <Page
      title={words.title}
      about={words.about}
      help="access"
      actions={
        isUnverified ? (
          <ExportCsv
            name={words.unverified}
            of={exportUnverified}
            query={{ ...common, ...(evidence === undefined ? {} : { evidence }) }}
          />
        ) : (
          <ExportCsv
            name={words.title}
            of={exportFindings}
            query={{ ...common, ...(status === undefined ? {} : { status }) }}
          />
        )
      }
    >
      <AccessTabs current={isUnverified ? "neverVerified" : "stillActive"} />
      <Loaded of={byApp} skeleton={<TableSkeleton columns={4} rows={3} />}>
        {({ apps }) => (
          <>
            {apps.length > 0 && <Apps apps={apps} hrefOf={hrefOf} />}
            <Filters list={listed}>
              {isUnverified ? (
                <FilterSelect
                  label={words.known}
                  none={words.anyEvidence}
                  value={evidence}
                  choices={[
                    ["not_observed", words.evidences.not_observed],
                    ["vendor_answer", words.evidences.vendor_answer],
                    ["confirmed_by_hand", words.evidences.confirmed_by_hand]
                  ]}
                  onChoose={(evidence) => narrow({ evidence })}
                />
              ) : (
                <FilterSelect
                  label={words.state}
                  none={words.open}
                  value={status === "open" ? undefined : status}
                  choices={[
                    ["resolved", words.resolved],
                    ["all", words.openAndResolved]
                  ]}
                  onChoose={(status) => narrow({ status })}
                />
              )}
              <FilterSelect
                label={words.app}
                none={words.anyApp}
                value={service}
                choices={[
                  ...new Set([...apps.map(({ service }) => service), ...(service === undefined ? [] : [service])])
                ].map((one) => [one, nameOf(one)] as const)}
                onChoose={(service) => narrow({ service })}
              />
            </Filters>
          </>
        )}
      </Loaded>
      {isUnverified ? (
        <UnverifiedList list={listed} filters={{ ...common, ...(evidence === undefined ? {} : { evidence }) }} />
      ) : (
        <CameBackList list={listed} filters={{ ...common, ...(status === undefined ? {} : { status }) }} />
      )}
    </Page>
  )
}
