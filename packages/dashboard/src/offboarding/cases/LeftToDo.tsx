import type { CaseDetails } from "@svc/contract/cases/schema"
import type { ComponentChildren } from "preact"
import { useMay } from "#access/data.ts"
import { Button, LinkButton } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Icon } from "#design/Icon.tsx"
import { Row, Text, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { offboardingTab } from "#platform/pages.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { confirmAssetReturn } from "#records/changes-data.ts"
import { isLeft, progress } from "#records/data.ts"

const Step = ({
  children,
  done,
  late,
  text
}: {
  readonly done: boolean
  readonly text: string
  readonly late?: string | undefined
  readonly children?: ComponentChildren
}) => (
  <Row apart gap={2}>
    <Row gap={2} whole>
      <Icon name={done ? "circle-check" : "circle-dashed"} size="small" tone={done ? "good" : "3"} />
      <Text tone={done ? "3" : undefined}>
        {text}
        {late !== undefined && <Text tone="bad">, {late}</Text>}
      </Text>
    </Row>
    {!done && children}
  </Row>
)

/** Remaining steps of an open offboarding, with links. */
export const LeftToDo = ({ details }: { readonly details: CaseDetails }) => {
  const words = useWords().caseDetail
  const { may } = useMay()
  const confirmation = useAction(confirmAssetReturn)
  const { apps, asset_return_confirmed_at, assets, checklist_items, documents, id, no_apps_confirmed_at } = details
  const { done, failed, tasks } = progress(details)
  const access = apps.filter(isLeft).length
  const accessUnknown = apps.length === 0 && no_apps_confirmed_at === null
  const late = checklist_items.filter(({ completed, sla_breached }) => sla_breached && !completed).length
  const out = assets?.filter(({ status }) => status === "deployed").length ?? 0
  const unsigned = documents?.filter(({ status }) => status === "pending").length ?? 0
  const open = (tab: string) => (
    <LinkButton size="small" href={offboardingTab({ id, tab })}>
      {words.open}
    </LinkButton>
  )
  return (
    <Card title={words.missing}>
      <Stack gap={2}>
        <Refusal of={confirmation.result} />
        <Step
          done={access === 0 && !accessUnknown}
          text={accessUnknown ? words.accessUnknown : access > 0 ? words.accessLeft(access) : words.accessNone}
          late={failed > 0 ? words.accessFailed(failed) : undefined}
        >
          {open("access")}
        </Step>
        <Step
          done={tasks === done}
          text={tasks === done ? words.tasksNone : words.tasksLeft(tasks - done)}
          late={late > 0 ? words.tasksLate(late) : undefined}
        >
          {open("tasks")}
        </Step>
        {assets !== undefined && (
          <Step done={out === 0} text={out === 0 ? words.assetsNone : words.assetsLeft(out)}>
            {open("assets")}
          </Step>
        )}
        <Step
          done={asset_return_confirmed_at !== null}
          text={asset_return_confirmed_at === null ? words.returnLeft : words.returnDone}
        >
          {may("offboardings_edit") && (
            <Button size="small" busy={confirmation.busy} onClick={() => confirmation.start(id)}>
              {words.confirm}
            </Button>
          )}
        </Step>
        {documents !== undefined && documents.length > 0 && (
          <Step done={unsigned === 0} text={unsigned === 0 ? words.papersNone : words.papersLeft(unsigned)}>
            {open("documents")}
          </Step>
        )}
      </Stack>
    </Card>
  )
}
