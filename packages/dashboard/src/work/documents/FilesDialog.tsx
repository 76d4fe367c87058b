import type { CaseFiles } from "@svc/contract/documents/schema"
import { LinkButton, Submit } from "#design/Button.tsx"
import { Dialog } from "#design/Dialog.tsx"
import { Row, Text, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"

type Found = CaseFiles["files"][number]

/** Links to the original, the signed copy, and the certificate. */
export const FilesDialog = ({
  files,
  onClose
}: {
  readonly files: ReadonlyArray<Found>
  readonly onClose: () => void
}) => {
  const words = useWords().documents
  return (
    <Dialog
      title={words.files}
      why={words.filesText}
      onClose={onClose}
      onSubmit={onClose}
      actions={<Submit>{words.close}</Submit>}
    >
      <Stack gap={3}>
        {files.length === 0 && <Text tone="2">{words.noFiles}</Text>}
        {files.map(({ certificate_url, id, name, signed_url, url }) => (
          <Stack key={id} gap={1}>
            <Text strong>{name}</Text>
            <Row gap={2}>
              <LinkButton size="small" icon="download" href={url}>
                {words.original}
              </LinkButton>
              {signed_url !== null && (
                <LinkButton size="small" icon="file-check" href={signed_url}>
                  {words.signedFile}
                </LinkButton>
              )}
              {certificate_url !== null && (
                <LinkButton size="small" icon="badge-check" href={certificate_url}>
                  {words.certificate}
                </LinkButton>
              )}
            </Row>
          </Stack>
        ))}
      </Stack>
    </Dialog>
  )
}
