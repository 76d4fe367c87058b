import { caseImportColumns, type CaseImportReport } from "@svc/contract/cases/schema"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { Banner } from "#design/Banner.tsx"
import { Button, LinkButton } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { AreaField, FileField } from "#design/Field.tsx"
import { Row, Text, Stack, StickyFoot } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { useWords } from "#languages/words.ts"
import { newInitiation, offboardings } from "#platform/pages.ts"
import { useAction } from "#platform/atoms.ts"
import { download } from "#platform/download.ts"
import { failureOf, Refusal } from "#platform/failures.tsx"
import { Page } from "#frame/Page.tsx"
import { importCases } from "./changes-data.ts"
import { ImportedRows } from "./ImportedRows.tsx"

const columns = [...caseImportColumns.required, ...caseImportColumns.optional]

/** CSV source: a file or pasted rows. */
const Source = ({ busy, onFile }: { readonly busy: boolean; readonly onFile: (file: Uint8Array) => void }) => {
  const { common, imports: words } = useWords()
  const [pasted, paste] = useState("")
  const [chosen, choose] = useState<File>()
  const [wrong, setWrong] = useState<string>()
  // Read on every check: the file may have been corrected since.
  const checkFile = (file: File) =>
    void file.arrayBuffer().then(
      (bytes) => onFile(new Uint8Array(bytes)),
      () => setWrong(words.chooseAgain)
    )
  return (
    <Card
      title={words.choose}
      actions={
        <Button
          size="small"
          variant="tertiary"
          icon="download"
          onClick={() => download(`${columns.join(",")}\r\n`, "offboardings.csv", "text/csv")}
        >
          {words.template}
        </Button>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setWrong(undefined)
          if (pasted.trim() !== "") onFile(new TextEncoder().encode(pasted))
          else if (chosen !== undefined) checkFile(chosen)
          else setWrong(common.needed)
        }}
      >
        <Stack>
          <Text tone="2">{words.columns(caseImportColumns.required.join(", "))}</Text>
          <FileField
            label={words.file}
            help={words.fileHelp}
            accept=".csv,text/csv,.txt"
            onFile={(file) => {
              choose(file)
              setWrong(undefined)
              checkFile(file)
            }}
          />
          <AreaField
            label={words.paste}
            code
            value={pasted}
            wrong={wrong}
            onInput={(text) => {
              paste(text)
              setWrong(undefined)
            }}
          />
          <Row end>
            <Button type="submit" icon="list-checks" busy={busy}>
              {words.check}
            </Button>
          </Row>
        </Stack>
      </form>
    </Card>
  )
}

/** CSV import: a dry run first, then the import, row by row. */
export const ImportCases = () => {
  const { cases, failures, imports: words, shell } = useWords()
  const { may } = useMay()
  const [file, setFile] = useState<Uint8Array>()
  const [report, setReport] = useState<CaseImportReport>()
  const importing = useAction(importCases, { onDone: setReport })
  const failure = failureOf(importing.result)
  const check = (bytes: Uint8Array) => {
    setFile(bytes)
    setReport(undefined)
    importing.start({ file: bytes, dryRun: true })
  }
  if (!may("offboardings_create")) {
    return <Placeholder icon="lock" title={failures.denied.title} text={failures.denied.text("offboardings_create")} />
  }
  const written = report !== undefined && !report.dry_run
  return (
    <Page
      title={shell.importCases}
      about={words.about}
      help="offboardings"
      back={{ href: offboardings(), name: cases.title }}
    >
      {failure?._tag === "ApprovalRequired" ? (
        <Banner tone="watch" title={words.approval}>
          {failure.error}
          <span>
            <LinkButton size="small" href={newInitiation()}>
              {words.initiate}
            </LinkButton>
          </span>
        </Banner>
      ) : (
        <Refusal of={importing.result} />
      )}
      {!written && <Source busy={importing.busy} onFile={check} />}
      {report !== undefined && <ImportedRows report={report} />}
      {report?.dry_run === true && file !== undefined && report.imported > 0 && (
        <StickyFoot>
          <Text tone="2">{words.oneByOne}</Text>
          <Button variant="primary" busy={importing.busy} onClick={() => importing.start({ file, dryRun: false })}>
            {words.importThem(report.imported)}
          </Button>
        </StickyFoot>
      )}
      {written && (
        <Row end>
          <Button onClick={() => setReport(undefined)}>{words.again}</Button>
          <LinkButton variant="primary" href={offboardings()}>
            {words.see}
          </LinkButton>
        </Row>
      )}
    </Page>
  )
}
