import type { CaseDetails } from "@svc/contract/cases/schema"
import { Badge } from "../design/Badge.tsx"
import { Card } from "../design/Card.tsx"
import { Code, Line, Said, Stack } from "../design/layout.tsx"
import { useWords } from "../languages/words.ts"
import { useFormat } from "../platform/format.ts"

/** What the person holds or held. */
export const CaseAssets = ({ details }: { readonly details: CaseDetails }) => {
  const { assets, cases: words, home } = useWords()
  const { day } = useFormat()
  if (details.assets === undefined) return null
  return (
    <Card title={words.tabs.assets}>
      {details.assets.length === 0 ? (
        <Said tone="3">{home.recoveryNone}</Said>
      ) : (
        <Stack gap={3}>
          {details.assets.map(({ item_name, return_deadline, serial_number, status }) => (
            <Line apart gap={2}>
              <Said as="div">
                {item_name}
                <Said as="div" size="small" tone="3">
                  <Code>{serial_number}</Code>
                  {return_deadline !== null && ` · ${day(return_deadline)}`}
                </Said>
              </Said>
              <Badge tone={status === "returned" ? "good" : status === "lost" ? "bad" : "watch"}>
                {assets.states[status]}
              </Badge>
            </Line>
          ))}
        </Stack>
      )}
    </Card>
  )
}
