import type { CaseDetails } from "@svc/contract/cases/schema"
import { Card } from "../design/Card.tsx"
import { Said, Stack } from "../design/layout.tsx"
import { useWords } from "../languages/words.ts"

/** The paperwork of the case. */
export const CaseDocuments = ({ details }: { readonly details: CaseDetails }) => (
  <Card title={useWords().cases.tabs.documents}>
    <Stack gap={3}>
      {details.documents?.map(({ id, name }) => (
        <Said key={id}>{name}</Said>
      ))}
    </Stack>
  </Card>
)
