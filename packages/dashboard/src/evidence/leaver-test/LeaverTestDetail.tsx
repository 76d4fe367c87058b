import { LeaverTestId } from "@svc/contract/kernel/ids"
import type { LeaverTestDetails, LeaverTestProgress } from "@svc/contract/leaver-test/schema"
import { Option, Schema } from "effect"
import { AsyncResult } from "effect/reactivity"
import { Banner } from "#design/Banner.tsx"
import { LinkButton } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Row, Text, Split, Stack } from "#design/layout.tsx"
import { Skeleton, Placeholder } from "#design/Placeholder.tsx"
import { Stepper } from "#design/Stepper.tsx"
import { useWords } from "#languages/words.ts"
import { leaverTest } from "#platform/pages.ts"
import { useQuery } from "#platform/atoms.ts"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { Page } from "#frame/Page.tsx"
import { AuditorLinks } from "./AuditorLinks.tsx"
import { reportAddress, testDetails } from "./data.ts"
import { Completeness, Drawn, Evidence } from "./Foundations.tsx"
import { LeftBehind } from "./LeftBehind.tsx"
import { Offline } from "./Offline.tsx"
import { Download, State, usePeriod } from "./parts.tsx"
import { Breakdown, Curve, Exceptions, Totals } from "./Result.tsx"

const readId = Schema.decodeUnknownOption(LeaverTestId)

const NotFound = () => {
  const { failures, leaverTest: words } = useWords()
  return (
    <Placeholder icon="search" {...failures.notFound}>
      <LinkButton href={leaverTest()}>{words.all}</LinkButton>
    </Placeholder>
  )
}

const steps = ["population", "sample", "writing"] as const

/** Progress of the build, which does not depend on this page. */
const UnderWay = ({ progress }: { readonly progress: LeaverTestProgress | null }) => {
  const words = useWords().leaverTest
  const at = progress === null ? -1 : steps.indexOf(progress.step)
  const stateAt = (place: number) => (place < at ? "done" : place === at ? "now" : "later")
  return (
    <Card title={words.underWay}>
      <Stack>
        <Stepper
          label={words.underWay}
          steps={steps.map((step, place) => ({
            name: words.steps[step],
            state: stateAt(place),
            said: words.stepStates[stateAt(place)]
          }))}
        />
        <Text as="p" tone="2">
          <span role="status">
            {progress === null
              ? words.waits
              : progress.total > 0
                ? words.leaversDone(progress.done, progress.total)
                : words.steps[progress.step]}
          </span>
        </Text>
        <Text as="p" size="small" tone="3">
          {words.underWayText}
        </Text>
      </Stack>
    </Card>
  )
}

const Gone = ({ of: { error, expires_at, status } }: { readonly of: LeaverTestDetails }) => {
  const words = useWords().leaverTest
  const { moment } = useFormat()
  switch (status) {
    case "failed":
      return (
        <Banner tone="bad" title={error ?? words.states.failed}>
          {words.failedText}
        </Banner>
      )
    case "expired":
      return <Banner tone="watch" title={words.expiredText} />
    case "withdrawn":
      return <Banner tone="watch" title={words.withdrawnText} />
    case "ready":
      return expires_at === null ? null : (
        <Text size="small" tone="3">
          {words.until(moment(expires_at))}
        </Text>
      )
    case "queued":
    case "running":
      return null
  }
}

const Shown = ({ of }: { readonly of: LeaverTestDetails }) => {
  const { id, parameters, progress, result, status } = of
  if (status === "queued" || status === "running") return <UnderWay progress={progress} />
  return (
    <>
      <Gone of={of} />
      {result !== null && (
        <>
          <Totals of={result} />
          <Split>
            <Stack>
              <Curve of={result} tiers={parameters.tiers} />
              <Exceptions of={result} />
              <Breakdown of={result} />
              <Evidence of={result} />
              <LeftBehind of={result} />
            </Stack>
            <Stack>
              <AuditorLinks id={id} mayMake={status !== "failed"} />
              <Offline of={of} />
              <Completeness of={result} />
              <Drawn of={result} />
            </Stack>
          </Split>
        </>
      )}
    </>
  )
}

const Found = ({ id }: { readonly id: LeaverTestId }) => {
  const words = useWords().leaverTest
  const periodOf = usePeriod()
  const found = useQuery(testDetails(id))
  const test = AsyncResult.isSuccess(found) ? found.value : undefined
  return (
    <Page
      title={test === undefined ? words.title : words.ofPeriod(periodOf(test))}
      back={{ href: leaverTest(), name: words.all }}
      help="leaver-test"
      about={
        test !== undefined && (
          <Row gap={2}>
            <State of={test} />
            <Text size="table">
              {words.asked(words.presets[test.parameters.preset], test.requested_by_name)}.{" "}
              {words.clocks[test.parameters.clock]}.
            </Text>
          </Row>
        )
      }
      actions={
        test?.result && (
          <>
            <LinkButton href={reportAddress(id)} icon="external-link">
              {words.open}
            </LinkButton>
            <Download of={test} variant="primary" />
          </>
        )
      }
    >
      <Loaded
        of={testDetails(id)}
        skeleton={<Skeleton width={62} tall />}
        refusals={{ LeaverTestNotFound: () => <NotFound /> }}
      >
        {(details) => <Shown of={details} />}
      </Loaded>
    </Page>
  )
}

/** Test page: progress, then results, download and auditor links. */
export const LeaverTestDetail = ({ id }: { readonly id: string }) =>
  Option.match(readId(id), { onNone: () => <NotFound />, onSome: (known) => <Found id={known} /> })
