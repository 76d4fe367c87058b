import { dayIn } from "@svc/contract/kernel/dates"
import { type MergeSource, mergeValues } from "@svc/contract/document-templates/merge-values"
import type { Case } from "@svc/contract/cases/schema"
import { DateTime } from "effect"
import { AsyncResult } from "effect/reactivity"
import { useState } from "preact/hooks"
import { useMay, useUser } from "#access/data.ts"
import { organisation } from "#access/organisation-data.ts"
import { casePage } from "#records/data.ts"
import { Banner } from "#design/Banner.tsx"
import { Card } from "#design/Card.tsx"
import { SelectField } from "#design/Field.tsx"
import { Text, Stack } from "#design/layout.tsx"
import { Letter } from "#design/Letter.tsx"
import { useWords } from "#languages/words.ts"
import { useQuery } from "#platform/atoms.ts"
import { fieldsIn, letterOf } from "./letter.ts"

interface Written {
  readonly body: string
}

const Preview = ({ body, cases }: Written & { readonly cases: ReadonlyArray<Case> }) => {
  const words = useWords().documentTemplates
  const { timezone } = useUser()
  const [chosen, choose] = useState("")
  const org = useQuery(organisation)
  const organisation_name = (AsyncResult.isSuccess(org) && org.value?.name) || ""
  const example: MergeSource = { ...words.example, organisation_name }
  const found = cases.find(({ id }) => id === chosen)
  const source = found === undefined ? example : { ...found, organisation_name }
  const values = mergeValues(source, dayIn(timezone ?? "UTC", DateTime.nowUnsafe()))
  const unknown = fieldsIn(body).filter((field) => !Object.hasOwn(values, field))
  return (
    <Card title={words.preview}>
      <Stack gap={3}>
        {cases.length > 0 && (
          <SelectField
            label={words.previewOf}
            value={chosen}
            onInput={choose}
            choices={[
              ["", words.anExample],
              ...cases.slice(0, 20).map(({ employee_name, id }) => [id, employee_name] as const)
            ]}
          />
        )}
        {unknown.length > 0 && <Banner tone="watch" title={words.unknown(unknown)} />}
        {body.trim() === "" ? (
          <Text tone="3">{words.previewEmpty}</Text>
        ) : (
          <Letter label={words.preview} parts={letterOf(body, values)} />
        )}
        <Text size="small" tone="3">
          {words.previewText}
        </Text>
      </Stack>
    </Card>
  )
}

const OfCases = ({ body }: Written) => {
  const page = useQuery(casePage({}))
  return <Preview body={body} cases={AsyncResult.isSuccess(page) ? page.value.rows : []} />
}

/** Live preview of a document template for one person. */
export const LetterPreview = ({ body }: Written) => {
  const { may } = useMay()
  return may("offboardings_view") ? <OfCases body={body} /> : <Preview body={body} cases={[]} />
}
