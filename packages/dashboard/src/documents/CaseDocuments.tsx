import type { CaseDetails } from "@svc/contract/cases/schema"
import type { CaseFiles, ListedDocument } from "@svc/contract/documents/schema"
import type { DocumentId } from "@svc/contract/kernel/ids"
import { useState } from "preact/hooks"
import { useMay } from "../accounts/data.ts"
import { Button, IconButton } from "../design/Button.tsx"
import { Card } from "../design/Card.tsx"
import { Choice } from "../design/Field.tsx"
import { Line, Said, Stack } from "../design/layout.tsx"
import { Menu, MenuItem } from "../design/Menu.tsx"
import { Placeholder } from "../design/Placeholder.tsx"
import { Table, TableBones } from "../design/Table.tsx"
import { cancelSignature } from "../esignature/data.ts"
import { SignatureDialog } from "../esignature/SignatureDialog.tsx"
import { useWords } from "../languages/words.ts"
import { useAction } from "../platform/atoms.ts"
import { Refusal } from "../platform/failures.tsx"
import { useFormat } from "../platform/format.ts"
import { Loaded } from "../platform/Loaded.tsx"
import { toast } from "../shell/toasts.tsx"
import { caseDocuments, fileLinks } from "./data.ts"
import { DocumentState, Expiry } from "./DocumentState.tsx"
import { FilesDialog } from "./FilesDialog.tsx"
import { GenerateDialog } from "./GenerateDialog.tsx"
import { RemoveDocumentDialog } from "./RemoveDocumentDialog.tsx"
import { answers, isOut, type Need, needs } from "./states.ts"
import { StatusDialog } from "./StatusDialog.tsx"
import { UploadDialog } from "./UploadDialog.tsx"

type Asked =
  | { readonly kind: "upload" | "generate" }
  | { readonly kind: "change" | "remove" | "sign"; readonly document: ListedDocument }
  | { readonly kind: "files"; readonly files: CaseFiles["files"] }

const hasFile = ({ file_url, signed_file_url }: ListedDocument) => file_url !== null || signed_file_url !== null

/** The paperwork of a case: what is there, what waits for a signature, and how it gets one. */
export const CaseDocuments = ({ details }: { readonly details: CaseDetails }) => {
  const { cases, documents: words, failures } = useWords()
  const { moment } = useFormat()
  const { may } = useMay()
  const [need, setNeed] = useState<Need>()
  const [asked, setAsked] = useState<Asked>()
  const { employee_email, id, status } = details
  // The links are made for the whole case; which of them was asked for is known here.
  const [wanted, setWanted] = useState<DocumentId>()
  const links = useAction(fileLinks, {
    onDone: ({ files }) =>
      setAsked({ kind: "files", files: files.filter((file) => wanted === undefined || file.id === wanted) })
  })
  const openFiles = (one?: DocumentId) => {
    setWanted(one)
    links.start(id)
  }
  const cancelling = useAction(cancelSignature, { onDone: () => toast(words.signatureCancelled) })
  const close = () => setAsked(undefined)
  const mayManage = may("compliance_manage")
  const actions = (document: ListedDocument) => {
    if (!mayManage && !hasFile(document)) return null
    const name = `document-${document.id}`
    return (
      <>
        <IconButton icon="ellipsis" label={words.actionsFor(document.name)} popover={name} />
        <Menu id={name} label={words.actionsFor(document.name)}>
          {hasFile(document) && (
            <MenuItem icon="download" onClick={() => openFiles(document.id)}>
              {words.download}
            </MenuItem>
          )}
          {mayManage && (
            <>
              {isOut(document) ? (
                <MenuItem icon="x" onClick={() => cancelling.start({ documentId: document.id, inCase: id })}>
                  {words.cancelSignature}
                </MenuItem>
              ) : (
                document.status === "pending" &&
                document.file_url !== null &&
                status !== "cancelled" && (
                  <MenuItem icon="signature" onClick={() => setAsked({ kind: "sign", document })}>
                    {words.sign}
                  </MenuItem>
                )
              )}
              <MenuItem icon="pencil" onClick={() => setAsked({ kind: "change", document })}>
                {words.change}
              </MenuItem>
              <MenuItem icon="trash" danger onClick={() => setAsked({ kind: "remove", document })}>
                {words.remove}
              </MenuItem>
            </>
          )}
        </Menu>
      </>
    )
  }
  return (
    <Stack gap={3}>
      <Refusal
        of={links.result}
        refusals={{ DocumentStorageUnavailable: ({ error }) => error, OffboardingNotFound: ({ error }) => error }}
      />
      <Refusal
        of={cancelling.result}
        refusals={{
          DocumentNotFound: ({ error }) => error,
          SignatureNotPending: ({ error }) => error,
          SigningProviderFailed: ({ error }) => error
        }}
      />
      <Loaded
        of={caseDocuments(id)}
        bones={<TableBones columns={4} rows={4} />}
        refusals={{ OffboardingNotFound: () => <Placeholder icon="search" {...failures.notFound} /> }}
      >
        {({ rows }, busy) => {
          const shown = need === undefined ? rows : rows.filter((document) => answers(document, need))
          return (
            <>
              <Line apart gap={2}>
                <Choice
                  label={words.state}
                  none={words.anyNeed(rows.length)}
                  value={need}
                  choices={needs.map(
                    (one) => [one, words.needs[one](rows.filter((document) => answers(document, one)).length)] as const
                  )}
                  onChoose={setNeed}
                />
                <Line gap={2}>
                  {rows.some(hasFile) && (
                    <Button icon="download" busy={links.busy} onClick={() => openFiles()}>
                      {words.files}
                    </Button>
                  )}
                  {mayManage && (
                    <>
                      <Button icon="file-text" onClick={() => setAsked({ kind: "generate" })}>
                        {words.generate}
                      </Button>
                      <Button icon="upload" onClick={() => setAsked({ kind: "upload" })}>
                        {words.upload}
                      </Button>
                    </>
                  )}
                </Line>
              </Line>
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
                        cell: ({ doc_type, name, signed_at, signed_by }) => (
                          <Said as="div" oneLine>
                            {name}
                            <Said as="div" size="small" tone="3" oneLine>
                              {signed_by === null
                                ? doc_type
                                : words.signedLine(doc_type, signed_by, signed_at === null ? "" : moment(signed_at))}
                            </Said>
                          </Said>
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
                      { name: words.actions, quiet: true, cell: actions, align: "end" }
                    ]}
                  />
                )}
              </Card>
            </>
          )
        }}
      </Loaded>
      {asked?.kind === "upload" && <UploadDialog inCase={id} onClose={close} />}
      {asked?.kind === "generate" && <GenerateDialog inCase={id} onClose={close} />}
      {asked?.kind === "files" && <FilesDialog files={asked.files} onClose={close} />}
      {asked?.kind === "change" && <StatusDialog document={asked.document} onClose={close} />}
      {asked?.kind === "remove" && <RemoveDocumentDialog document={asked.document} onClose={close} />}
      {asked?.kind === "sign" && <SignatureDialog address={employee_email} document={asked.document} onClose={close} />}
    </Stack>
  )
}
