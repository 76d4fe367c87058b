import type { AuditLogFilters } from "@svc/contract/audit-log/schema"
import { useState } from "preact/hooks"
import { Banner } from "#design/Banner.tsx"
import { Submit } from "#design/Button.tsx"
import { Copy } from "#design/Copy.tsx"
import { Dialog } from "#design/Dialog.tsx"
import { SelectField } from "#design/Field.tsx"
import { Code, Text, Stack } from "#design/layout.tsx"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { download } from "#platform/download.ts"
import { dayFromToday } from "#platform/format.ts"
import { type ExportForm, exportForms, exportLog } from "./export-data.ts"

const endings: Readonly<Record<ExportForm, readonly [string, string]>> = {
  json: ["zip", "application/zip"],
  csv: ["zip", "application/zip"],
  pdf: ["pdf", "application/pdf"]
}

/** Exports the filtered entries and shows the command that verifies the file. */
export const ExportDialog = ({
  count,
  filters,
  onClose
}: {
  readonly filters: AuditLogFilters
  readonly count: number
  readonly onClose: () => void
}) => {
  const words = useWords().audit
  const [form, setForm] = useState<ExportForm>("json")
  const [done, setDone] = useState<{ rows: number; sha256: string; keyId: string | null; name: string }>()
  const exporting = useAction(exportLog, {
    onDone: ({ content, form, ...answer }) => {
      const [ending, type] = endings[form]
      const name = `audit-log-${dayFromToday(0)}.${ending}`
      download(content, name, type)
      setDone({ ...answer, name })
    }
  })
  if (done !== undefined) {
    return (
      <Dialog
        title={words.exportTitle}
        wide
        onClose={onClose}
        onSubmit={onClose}
        actions={<Submit>{words.close}</Submit>}
      >
        <Banner tone="good" title={words.exported(done.rows)}>
          {words.exportedText}
        </Banner>
        <Stack gap={1}>
          <Text size="table" strong>
            {words.sha256}
          </Text>
          <Copy text={done.sha256} />
          <Text size="small" tone="2">
            {words.signedBy}: {done.keyId === null ? words.unsigned : <Code>{done.keyId}</Code>}
          </Text>
        </Stack>
        {form !== "pdf" && (
          <Stack gap={1}>
            <Text size="table" strong>
              {words.checkIt}
            </Text>
            <Copy text={`node verify.mjs ${done.name} --key signing-key.pem`} />
          </Stack>
        )}
      </Dialog>
    )
  }
  return (
    <ActionDialog
      title={words.exportTitle}
      why={words.exportText(count)}
      onClose={onClose}
      onSubmit={() => exporting.start({ filters, form })}
      act={exporting}
      confirm={words.exportNow}
    >
      <SelectField
        label={words.form}
        help={words.formHelp}
        value={form}
        choices={exportForms.map((one) => [one, words.forms[one]] as const)}
        onInput={(chosen) => setForm(exportForms.find((one) => one === chosen) ?? "json")}
      />
    </ActionDialog>
  )
}
