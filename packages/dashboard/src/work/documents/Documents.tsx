import {
  DocumentStatus,
  type FoundDocument,
  ListDocuments,
  SignatureAsked,
  soonDays
} from "@svc/contract/documents/schema"
import { useMay } from "#access/data.ts"
import { LinkButton } from "#design/Button.tsx"
import { FilterSelect, SearchField } from "#design/Field.tsx"
import { Text } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { type Column, RowLink } from "#design/Table.tsx"
import { Filters, Listed } from "#frame/Listed.tsx"
import { useWords } from "#languages/words.ts"
import { offboardings, offboardingTab } from "#platform/pages.ts"
import { Ago } from "#platform/Ago.tsx"
import { useListSearch } from "#platform/search.ts"
import { ExportCsv } from "#frame/ExportCsv.tsx"
import { Page } from "#frame/Page.tsx"
import { documentPage, exportDocuments, pageSize } from "./data.ts"
import { DocumentState, Expiry } from "./DocumentState.tsx"
import { isOut } from "./states.ts"
import { useDocumentWork } from "./work.tsx"

const { expiry, kind, offset, open, q, signature, status } = ListDocuments

const fields = { q, status, signature, expiry, kind, open, offset }

/** Name and employee; links to the case's documents, if accessible. */
const NameAndPerson = ({ doc_type, employee_name, name, offboarding_id }: FoundDocument) => {
  const { may } = useMay()
  return (
    <Text as="div" oneLine>
      {may("offboardings_view") ? (
        <RowLink href={offboardingTab({ id: offboarding_id, tab: "documents" })}>{name}</RowLink>
      ) : (
        name
      )}
      <Text as="div" size="small" tone="3" oneLine>
        {employee_name} · {doc_type}
      </Text>
    </Text>
  )
}

/** Signer and date, or who has to sign. */
const Signer = ({ employee_name, signed_at, signed_by, ...document }: FoundDocument) => {
  const words = useWords().documents
  if (signed_by === null) {
    return (
      <Text tone="3" oneLine>
        {isOut(document) ? words.waitsFor(employee_name) : "–"}
      </Text>
    )
  }
  return (
    <Text as="div" tone="2" oneLine>
      {signed_by}
      {signed_at !== null && (
        <Text as="div" size="small" tone="3" oneLine>
          <Ago at={signed_at} />
        </Text>
      )}
    </Text>
  )
}

const Narrowing = ({ list }: { readonly list: ReturnType<typeof useListSearch<typeof fields>> }) => {
  const words = useWords().documents
  const { narrow, search } = list
  return (
    <Filters list={list}>
      <SearchField label={words.search} value={search.q ?? ""} onSearch={(q) => narrow({ q })} />
      <FilterSelect
        label={words.state}
        none={words.anyState}
        value={search.status}
        choices={DocumentStatus.literals.map((one) => [one, words.states[one]] as const)}
        onChoose={(status) => narrow({ status })}
      />
      <FilterSelect
        label={words.signature}
        none={words.anySignature}
        value={search.signature}
        choices={SignatureAsked.literals.map(
          (one) => [one, words.signing[one === "requested" ? "pending" : one]] as const
        )}
        onChoose={(signature) => narrow({ signature })}
      />
      <FilterSelect
        label={words.expiresOn}
        none={words.anyExpiry}
        value={search.expiry}
        choices={[
          ["expired", words.isExpired],
          ["soon", words.expiresSoon(soonDays)]
        ]}
        onChoose={(expiry) => narrow({ expiry })}
      />
      <FilterSelect
        label={words.cases}
        none={words.anyCase}
        value={search.open === undefined ? undefined : search.open ? "open" : "closed"}
        choices={[
          ["open", words.openCases],
          ["closed", words.closedCases]
        ]}
        onChoose={(chosen) => narrow({ open: chosen === undefined ? undefined : chosen === "open" })}
      />
      {/* A kind is free text and found by the search; one that a link asked for is seen, and left again. */}
      {search.kind !== undefined && (
        <FilterSelect
          label={words.kind}
          none={words.anyKind}
          value={search.kind}
          choices={[[search.kind, search.kind]]}
          onChoose={(kind) => narrow({ kind })}
        />
      )}
    </Filters>
  )
}

/** Documents of all cases. */
export const Documents = () => {
  const words = useWords().documents
  const { may } = useMay()
  const list = useListSearch(fields)
  const { actions, dialogs, refused } = useDocumentWork()
  const columns: ReadonlyArray<Column<FoundDocument>> = [
    { name: words.name, cell: (document) => <NameAndPerson {...document} />, align: "main" },
    { name: words.state, cell: (document) => <DocumentState {...document} />, align: "tight" },
    { name: words.signer, cell: (document) => <Signer {...document} />, align: "tight", wideOnly: true },
    { name: words.expiresOn, cell: (document) => <Expiry document={document} />, align: "end", wideOnly: true },
    {
      name: words.added,
      cell: ({ created_at }) => <Ago at={created_at} tone="2" />,
      align: "end",
      wideOnly: true
    },
    {
      name: words.actions,
      quiet: true,
      cell: (document) => actions(document, { cancelled: document.offboarding_status === "cancelled" }),
      align: "end"
    }
  ]
  return (
    <Page
      title={words.title}
      about={words.about}
      help="documents"
      actions={<ExportCsv name={words.title} of={exportDocuments} query={list.search} />}
    >
      <Narrowing list={list} />
      {refused}
      <Listed
        of={documentPage(list.search)}
        list={list}
        limit={pageSize}
        skeleton={{ columns: 5, rows: 10 }}
        none={
          <Placeholder icon="file-text" title={words.none} text={words.noneAtAllText}>
            {may("offboardings_view") && <LinkButton href={offboardings()}>{words.toCases}</LinkButton>}
          </Placeholder>
        }
        label={words.title}
        keyOf={({ id }) => id}
        columns={columns}
      />
      {dialogs}
    </Page>
  )
}
