import { AsyncResult } from "effect/reactivity"
import { useEffect } from "preact/hooks"
import { useUser } from "#access/data.ts"
import { LinkButton } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Icon } from "#design/Icon.tsx"
import { Row, Text, Stack } from "#design/layout.tsx"
import { useFirstWords } from "#languages/words.ts"
import * as pages from "#platform/pages.ts"
import { useQuery } from "#platform/atoms.ts"
import { setUp } from "./data.ts"
import { rememberSetUp } from "./remembered.ts"

const places = [
  ["zone", pages.settings],
  ["app", pages.integrations],
  ["people", pages.people],
  ["members", pages.settings],
  ["told", pages.webhooks],
  ["first", pages.newOffboarding]
] as const

/** Setup checklist; hidden once all steps are done. */
export const SetUp = ({ onComplete }: { readonly onComplete: () => void }) => {
  const words = useFirstWords().home
  const { orgId } = useUser()
  const result = useQuery(setUp)
  // The steps are drawn before their states are loaded, so that the page does not shift.
  const state = AsyncResult.isSuccess(result) ? result.value : undefined
  const done = state === undefined ? 0 : places.filter(([step]) => state[step]).length
  const complete = done === places.length
  useEffect(() => {
    if (!complete) return
    rememberSetUp(orgId)
    onComplete()
  }, [complete])
  if (AsyncResult.isFailure(result) || complete) return null
  return (
    <Card
      title={words.setUp}
      actions={state === undefined ? undefined : <Text tone="3">{words.setUpDone(done, places.length)}</Text>}
    >
      <Stack gap={3}>
        {places.map(([step, page]) => {
          const isDone = state?.[step] === true
          return (
            <Row key={step} apart gap={2}>
              <Row gap={2}>
                <Icon
                  name={isDone ? "circle-check" : "circle-dashed"}
                  tone={isDone ? "good" : "3"}
                  {...(state === undefined ? {} : { label: isDone ? words.stepDone : words.stepOpen })}
                />
                <Text tone={isDone ? "3" : undefined}>{words.steps[step].name}</Text>
              </Row>
              {!isDone && (
                <LinkButton size="small" href={page()}>
                  {words.steps[step].act}
                </LinkButton>
              )}
            </Row>
          )
        })}
      </Stack>
    </Card>
  )
}
