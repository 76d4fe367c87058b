import type { CaseFiles, ListedDocument } from "@svc/contract/documents/schema"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { IconButton } from "#design/Button.tsx"
import { Menu, MenuItem } from "#design/Menu.tsx"
import { cancelSignature } from "#work/esignature/data.ts"
import { SignatureDialog } from "#work/esignature/SignatureDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { toast } from "#frame/toasts.tsx"
import { fileLinks } from "./data.ts"
import { FilesDialog } from "./FilesDialog.tsx"
import { RemoveDocumentDialog } from "./RemoveDocumentDialog.tsx"
import { isOut, isWithoutFile } from "./states.ts"
import { StatusDialog } from "./StatusDialog.tsx"
import { UploadDialog } from "./UploadDialog.tsx"

/** The part of the case that decides which actions are possible. */
interface OfCase {
  readonly cancelled: boolean
  /** The person's work email; undefined if it was not read. */
  readonly address?: string | null
}

type Asked =
  | { readonly kind: "attach" | "change" | "remove" | "sign"; readonly document: ListedDocument; readonly of: OfCase }
  | { readonly kind: "files"; readonly files: CaseFiles["files"] }

export const hasFile = ({ file_url, signed_file_url }: ListedDocument) => file_url !== null || signed_file_url !== null

/** Actions on documents, in the list and in a case: row menu, its dialogs, and refusals. */
export const useDocumentWork = () => {
  const words = useWords().documents
  const { may } = useMay()
  const [asked, setAsked] = useState<Asked>()
  const links = useAction(fileLinks, {
    // Links are created for the whole case; this keeps which document was requested.
    onDone: ({ files }, { only }) =>
      setAsked({ kind: "files", files: files.filter(({ id }) => only === undefined || id === only) })
  })
  const cancelling = useAction(cancelSignature, { onDone: () => toast(words.signatureCancelled) })
  const close = () => setAsked(undefined)
  const actions = (document: ListedDocument, of: OfCase) => {
    const { id: documentId, name, offboarding_id: inCase } = document
    const ask = (kind: "attach" | "change" | "remove" | "sign") => () => setAsked({ kind, document, of })
    if (!may("compliance_manage") && !hasFile(document)) return null
    return (
      <>
        <IconButton icon="ellipsis" label={words.actionsFor(name)} popover={`document-${documentId}`} />
        <Menu id={`document-${documentId}`} label={words.actionsFor(name)}>
          {hasFile(document) && (
            <MenuItem icon="download" onClick={() => links.start({ inCase, only: documentId })}>
              {words.download}
            </MenuItem>
          )}
          {may("compliance_manage") && (
            <>
              {isOut(document) ? (
                <MenuItem icon="x" onClick={() => cancelling.start({ documentId, inCase })}>
                  {words.cancelSignature}
                </MenuItem>
              ) : isWithoutFile(document) ? (
                <MenuItem icon="upload" onClick={ask("attach")}>
                  {words.attach}
                </MenuItem>
              ) : (
                document.status === "pending" &&
                !of.cancelled && (
                  <MenuItem icon="signature" onClick={ask("sign")}>
                    {words.sign}
                  </MenuItem>
                )
              )}
              <MenuItem icon="pencil" onClick={ask("change")}>
                {words.change}
              </MenuItem>
              <MenuItem icon="trash" danger onClick={ask("remove")}>
                {words.remove}
              </MenuItem>
            </>
          )}
        </Menu>
      </>
    )
  }
  return {
    actions,
    openFiles: (inCase: OffboardingId) => links.start({ inCase }),
    opening: links.busy,
    refused: (
      <>
        <Refusal of={links.result} />
        <Refusal of={cancelling.result} />
      </>
    ),
    dialogs: (
      <>
        {asked?.kind === "files" && <FilesDialog files={asked.files} onClose={close} />}
        {asked?.kind === "attach" && (
          <UploadDialog inCase={asked.document.offboarding_id} document={asked.document} onClose={close} />
        )}
        {asked?.kind === "change" && <StatusDialog document={asked.document} onClose={close} />}
        {asked?.kind === "remove" && <RemoveDocumentDialog document={asked.document} onClose={close} />}
        {asked?.kind === "sign" && (
          <SignatureDialog address={asked.of.address} document={asked.document} onClose={close} />
        )}
      </>
    )
  }
}
