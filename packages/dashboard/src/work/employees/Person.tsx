import type { Case } from "@svc/contract/cases/schema"
import type { DirectoryEmployeeDetails } from "@svc/contract/employees/schema"
import { EmployeeId } from "@svc/contract/kernel/ids"
import { Option, Schema } from "effect"
import { AsyncResult } from "effect/reactivity"
import type { FunctionComponent } from "preact"
import { useLocation } from "preact-iso/router"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { casePage } from "#records/data.ts"
import { DaysLeft, Stage } from "#records/parts.tsx"
import { Avatar } from "#design/Avatar.tsx"
import { Button, IconButton, LinkButton } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Code, Facts, Row, Text, Split, Stack } from "#design/layout.tsx"
import { Menu, MenuItem } from "#design/Menu.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { RowLink, Table, TableSkeleton } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { assets, newOffboarding, offboarding, people, person as personPage } from "#platform/pages.ts"
import { useQuery } from "#platform/atoms.ts"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { Page, PageSkeleton } from "#frame/Page.tsx"
import { directoryPage, pageSize, personDetails, personWithAddress } from "./data.ts"
import { EraseDialog } from "./EraseDialog.tsx"
import { PersonName, Status } from "./parts.tsx"
import { RemovePersonDialog } from "./PartingDialogs.tsx"
import { PersonDialog } from "./PersonDialog.tsx"

type Details = DirectoryEmployeeDetails

interface Parts {
  /** Remaining and reactivated access, by case. */
  readonly Findings: FunctionComponent<{ readonly cases: ReadonlyArray<Case> }>
}

/** Offboardings by record, older ones by email. */
const useTheirCases = ({ email, id }: Details) => {
  const found = useQuery(casePage({ q: email }))
  return AsyncResult.isSuccess(found)
    ? found.value.rows.filter(
        ({ employee_email, org_employee_id }) =>
          org_employee_id === id || employee_email?.toLowerCase() === email.toLowerCase()
      )
    : undefined
}

const TheirCases = ({ of }: { readonly of: ReturnType<typeof useTheirCases> }) => {
  const { cases, employees: words } = useWords()
  return (
    <Card title={words.cases} flush>
      {of === undefined ? (
        <TableSkeleton columns={3} rows={2} />
      ) : of.length === 0 ? (
        <Placeholder icon="log-out" title={words.noCases} text={words.noCasesText} />
      ) : (
        <Table
          label={words.cases}
          rows={of}
          keyOf={({ id }) => id}
          columns={[
            {
              name: cases.reason,
              cell: ({ id, separation_type }) => (
                <RowLink href={offboarding({ id })}>{cases.separations[separation_type]}</RowLink>
              ),
              align: "main"
            },
            { name: cases.stage, cell: ({ status }) => <Stage status={status} />, align: "tight" },
            { name: cases.lastDay, cell: (row) => <DaysLeft of={row} />, align: "end", wideOnly: true }
          ]}
        />
      )}
    </Card>
  )
}

const Equipment = ({ details }: { readonly details: Details }) => {
  const words = useWords()
  return (
    <Card
      title={words.employees.equipment}
      actions={
        <LinkButton variant="tertiary" size="small" href={`${assets()}?holder=${details.id}`}>
          {words.employees.allEquipment}
        </LinkButton>
      }
    >
      {details.assets.length === 0 ? (
        <Text tone="3">{words.assets.noneHere}</Text>
      ) : (
        <Stack gap={3}>
          {details.assets.map(({ id, item_name, serial_number }) => (
            <Row key={id} apart gap={2}>
              {item_name}
              <Text size="small" tone="3">
                <Code>{serial_number}</Code>
              </Text>
            </Row>
          ))}
        </Stack>
      )}
    </Card>
  )
}

const Reports = ({ email }: Pick<Details, "email">) => {
  const words = useWords().employees
  const found = useQuery(directoryPage({ manager_email: email }))
  if (!AsyncResult.isSuccess(found) || found.value.total === 0) return null
  return (
    <Card
      title={words.reports(found.value.total)}
      flush
      actions={
        found.value.total > pageSize && (
          <LinkButton
            variant="tertiary"
            size="small"
            href={`${people()}?${new URLSearchParams({ manager_email: email })}`}
          >
            {words.all}
          </LinkButton>
        )
      }
    >
      <Table
        label={words.reports(found.value.total)}
        rows={found.value.rows}
        keyOf={({ id }) => id}
        columns={[
          { name: words.person, cell: (row) => <PersonName {...row} />, align: "main" },
          { name: words.status, cell: (row) => <Status {...row} />, align: "tight" }
        ]}
      />
    </Card>
  )
}

const Manager = ({ address }: { readonly address: string }) => {
  const found = useQuery(personWithAddress(address))
  const manager = AsyncResult.isSuccess(found) ? found.value : null
  return manager === null ? <>{address}</> : <a href={personPage({ id: manager.id })}>{manager.full_name}</a>
}

const About = ({ details }: { readonly details: Details }) => {
  const words = useWords().employees
  const { day, moment } = useFormat()
  const { contract_end_date, employee_id, manager_email, phone, source_control_username, timezone } = details
  return (
    <Card title={words.facts}>
      <Facts
        facts={[
          [words.email, details.email],
          [words.role, details.role || "–"],
          [words.department, details.department || "–"],
          [words.manager, manager_email === null ? "–" : <Manager address={manager_email} />],
          [words.workerType, words.workerTypes[details.worker_type]],
          // Rare facts are shown only if set.
          ...(contract_end_date === null ? [] : [[words.contractEnd, day(contract_end_date)] as const]),
          ...(employee_id === null ? [] : [[words.number, <Code>{employee_id}</Code>] as const]),
          ...(phone === null ? [] : [[words.phone, phone] as const]),
          ...(timezone === null ? [] : [[words.timezone, timezone] as const]),
          ...(source_control_username === null ? [] : [[words.sourceControl, source_control_username] as const]),
          [words.created, moment(details.created_at)]
        ]}
      />
    </Card>
  )
}

const Shown = ({ Findings, details }: Parts & { readonly details: Details }) => {
  const words = useWords().employees
  const { may } = useMay()
  const { route } = useLocation()
  const [asked, setAsked] = useState<"edit" | "remove" | "erase">()
  const cases = useTheirCases(details)
  const close = () => setAsked(undefined)
  return (
    <Page
      title={details.full_name}
      back={{ href: people(), name: words.title }}
      picture={<Avatar name={details.full_name} size="large" />}
      about={
        <Row gap={2}>
          <Status {...details} />
          <span>{[details.role, details.department].filter((text) => text !== "").join(" · ")}</span>
        </Row>
      }
      actions={
        <>
          {details.open_offboarding_id !== null ? (
            <LinkButton variant="primary" icon="arrow-right" href={offboarding({ id: details.open_offboarding_id })}>
              {words.openCase}
            </LinkButton>
          ) : (
            may("offboardings_create") && (
              <LinkButton variant="primary" icon="log-out" href={`${newOffboarding()}?person=${details.id}`}>
                {words.leaves}
              </LinkButton>
            )
          )}
          {may("employees_manage") && (
            <>
              <Button icon="pencil" onClick={() => setAsked("edit")}>
                {words.edit}
              </Button>
              <IconButton icon="ellipsis" label={words.more} popover="more" />
              <Menu id="more" label={words.more}>
                <MenuItem icon="trash" danger onClick={() => setAsked("remove")}>
                  {words.remove}
                </MenuItem>
                <MenuItem icon="shield-alert" danger onClick={() => setAsked("erase")}>
                  {words.erase}
                </MenuItem>
              </Menu>
            </>
          )}
        </>
      }
    >
      {cases !== undefined && <Findings cases={cases} />}
      <Split>
        <Stack>
          <TheirCases of={cases} />
          <Reports email={details.email} />
        </Stack>
        <Stack>
          <About details={details} />
          {may("assets_view") && <Equipment details={details} />}
        </Stack>
      </Split>
      {asked === "edit" && <PersonDialog person={details} onClose={close} />}
      {asked === "remove" && <RemovePersonDialog person={details} onClose={close} onDone={() => route(people())} />}
      {asked === "erase" && <EraseDialog person={details} onClose={close} onDone={close} />}
    </Page>
  )
}

const readId = Schema.decodeUnknownOption(EmployeeId)

/** One person: details, equipment, offboardings. */
export const Person = ({ Findings, id: given }: Parts & { readonly id: string }) => {
  const { employees: words, failures } = useWords()
  const missing = (
    <Placeholder icon="search" {...failures.notFound}>
      <LinkButton href={people()}>{words.all}</LinkButton>
    </Placeholder>
  )
  const id = readId(given)
  if (Option.isNone(id)) return missing
  return (
    <Loaded of={personDetails(id.value)} skeleton={<PageSkeleton />} refusals={{ EmployeeNotFound: () => missing }}>
      {(details) => <Shown details={details} Findings={Findings} />}
    </Loaded>
  )
}
