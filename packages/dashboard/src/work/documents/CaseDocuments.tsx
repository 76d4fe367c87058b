import type { CaseDetails } from "@svc/contract/cases/schema"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { FilterSelect } from "#design/Field.tsx"
import { Row, Text, Stack } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { Table, TableSkeleton } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { caseDocuments } from "./data.ts"
import { DocumentLine, DocumentState, Expiry } from "./DocumentState.tsx"
import { GenerateDialog } from "./GenerateDialog.tsx"
import { answers, type Need, needs } from "./states.ts"
import { UploadDialog } from "./UploadDialog.tsx"
import { hasFile, useDocumentWork } from "./work.tsx"

/** Documents of a case. */
export const CaseDocuments = ({ details }: { readonly details: CaseDetails }) => {
  const { cases, documents: words, failures } = useWords()
  const { may } = useMay()
  const [need, setNeed] = useState<Need>()
  const [adding, setAdding] = useState<"upload" | "generate">()
  const { employee_email, id, status } = details
  const { actions, dialogs, openFiles, opening, refused } = useDocumentWork()
  const close = () => setAdding(undefined)
  return (
    <Stack gap={3}>
      {refused}
      <Loaded
        of={caseDocuments(id)}
        skeleton={<TableSkeleton columns={4} rows={4} />}
        refusals={{ OffboardingNotFound: () => <Placeholder icon="search" {...failures.notFound} /> }}
      >
        {({ rows }, busy) => {
          const shown = need === undefined ? rows : rows.filter((document) => answers(document, need))
          return (
            <>
              <Row apart gap={2}>
                <FilterSelect
                  label={words.state}
                  none={words.anyNeed(rows.length)}
                  value={need}
                  choices={needs.map(
                    (one) => [one, words.needs[one](rows.filter((document) => answers(document, one)).length)] as const
                  )}
                  onChoose={setNeed}
                />
                <Row gap={2}>
                  {rows.some(hasFile) && (
                    <Button icon="download" busy={opening} onClick={() => openFiles(id)}>
                      {words.files}
                    </Button>
                  )}
                  {may("compliance_manage") && (
                    <>
                      <Button icon="file-text" onClick={() => setAdding("generate")}>
                        {words.generate}
                      </Button>
                      <Button icon="upload" onClick={() => setAdding("upload")}>
                        {words.upload}
                      </Button>
                    </>
                  )}
                </Row>
              </Row>
              <Card title={cases.tabs.documents} flush>
                {shown.length === 0 ? (
                  rows.length === 0 ? (
                    <Placeholder icon="file-text" title={words.none} text={words.noneText} />
                  ) : (
                    <Placeholder icon="search" title={cases.noMatch}>
                      <Button onClick={() => setNeed(undefined)}>{cases.clear}</Button>
                    </Placeholder>
                  )
                ) : (
                  <Table
                    label={cases.tabs.documents}
                    rows={shown}
                    keyOf={(document) => document.id}
                    busy={busy}
                    columns={[
                      {
                        name: words.name,
                        cell: (document) => (
                          <>
                            <Text as="div" oneLine>
                              {document.name}
                            </Text>
                            <Text as="div" size="small" tone="3">
                              <DocumentLine document={document} />
                            </Text>
                          </>
                        ),
                        align: "main"
                      },
                      { name: words.state, cell: (document) => <DocumentState {...document} />, align: "tight" },
                      {
                        name: words.expiresOn,
                        cell: (document) => <Expiry document={document} />,
                        align: "end",
                        wideOnly: true
                      },
                      {
                        name: words.actions,
                        quiet: true,
                        cell: (document) =>
                          actions(document, { address: employee_email, cancelled: status === "cancelled" }),
                        align: "end"
                      }
                    ]}
                  />
                )}
              </Card>
            </>
          )
        }}
      </Loaded>
      {adding === "upload" && <UploadDialog inCase={id} onClose={close} />}
      {adding === "generate" && <GenerateDialog inCase={id} onClose={close} />}
      {dialogs}
    </Stack>
  )
}
