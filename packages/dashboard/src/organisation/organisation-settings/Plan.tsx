import {
  firstPlanWith,
  isReadOnly,
  type LimitedResource,
  PlanFeature,
  planFeatures,
  planLimits
} from "@svc/contract/kernel/plans"
import type { Organisation } from "@svc/contract/organisations/schema"
import { AsyncResult, type Atom } from "effect/reactivity"
import { useMay } from "#access/data.ts"
import { memberList } from "#access/members-data.ts"
import { assetSummary } from "#work/assets/data.ts"
import { caseCount } from "#records/data.ts"
import { Badge } from "#design/Badge.tsx"
import { Banner } from "#design/Banner.tsx"
import { Card } from "#design/Card.tsx"
import { Facts, Text, Split, Stack } from "#design/layout.tsx"
import { Table } from "#design/Table.tsx"
import { directoryPage } from "#work/employees/data.ts"
import { useWords } from "#languages/words.ts"
import { inviteList } from "#organisation/members/data.ts"
import { useQuery } from "#platform/atoms.ts"
import { useFormat } from "#platform/format.ts"

interface Of {
  readonly of: Organisation
}

export const PlanFacts = ({ of: { created_at, id, plan, plan_status, trial_ends_at } }: Of) => {
  const { organisationSettings: words, plans } = useWords()
  const { moment } = useFormat()
  return (
    <Facts
      facts={[
        [words.plan, plans.names[plan]],
        [words.state, words.planStates[plan_status]],
        ...(trial_ends_at === null ? [] : [[words.trialEnds, moment(trial_ends_at)] as const]),
        [words.since, moment(created_at)],
        [words.id, id]
      ]}
    />
  )
}

const Count = <A, E>({
  count,
  of
}: {
  readonly of: Atom.Atom<AsyncResult.AsyncResult<A, E>>
  readonly count: (answer: A) => number
}) => {
  const { number } = useFormat()
  const result = useQuery(of)
  return <>{AsyncResult.isSuccess(result) ? number(count(result.value)) : "–"}</>
}

/** Usage of a limited resource; a dash without permission to see it. Open invitations take seats. */
const Used = ({ resource }: { readonly resource: LimitedResource }) => {
  const { may } = useMay()
  const members = useQuery(memberList(may("members_manage")))
  switch (resource) {
    case "activeEmployees":
      return may("offboardings_view") ? (
        <Count of={directoryPage({ status: "active" })} count={({ total }) => total} />
      ) : (
        <>–</>
      )
    case "seats":
      return may("members_manage") ? (
        <Count
          of={inviteList}
          count={({ length }) => length + (AsyncResult.isSuccess(members) ? members.value.length : 0)}
        />
      ) : (
        <>–</>
      )
    case "openOffboardings":
      return may("offboardings_view") ? <Count of={caseCount({ open: true })} count={(total) => total} /> : <>–</>
    case "assets":
      return may("assets_view") ? <Count of={assetSummary} count={({ totals }) => totals.total} /> : <>–</>
  }
}

const resources: ReadonlyArray<LimitedResource> = ["seats", "activeEmployees", "openOffboardings", "assets"]

/** Limits, usage, and features of the plan. */
export const Plan = ({ of }: Of) => {
  const { organisationSettings: words, plans } = useWords()
  const { moment, number } = useFormat()
  const { plan, plan_status, trial_ends_at } = of
  const has = (feature: PlanFeature) => planFeatures[plan].includes(feature)
  return (
    <Stack>
      {isReadOnly(plan_status) && (
        <Banner tone="watch" title={words.readOnlyTitle}>
          {words.readOnlyText}
        </Banner>
      )}
      {plan_status === "trialing" && trial_ends_at !== null && (
        <Banner tone="accent" title={words.trialUntil(moment(trial_ends_at))}>
          {words.trialText}
        </Banner>
      )}
      <Split even>
        <Card title={words.plan}>
          <Stack gap={3}>
            <PlanFacts of={of} />
            <Text size="small" tone="3">
              {words.planChange}
            </Text>
          </Stack>
        </Card>
        <Card title={words.limits} flush>
          <Table
            label={words.limits}
            rows={resources}
            keyOf={(resource) => resource}
            columns={[
              { name: words.resource, align: "main", cell: (resource) => words.resources[resource] },
              { name: words.used, align: "end", cell: (resource) => <Used resource={resource} /> },
              {
                name: words.limit,
                align: "end",
                cell: (resource) => {
                  const limit = planLimits[plan][resource]
                  return limit === null ? <Text tone="3">{words.noLimit}</Text> : number(limit)
                }
              }
            ]}
          />
        </Card>
      </Split>
      <Card title={words.features} flush>
        <Table
          label={words.features}
          rows={PlanFeature.literals.toSorted((a, b) => Number(has(b)) - Number(has(a)))}
          keyOf={(feature) => feature}
          columns={[
            { name: words.feature, align: "main", cell: (feature) => plans.features[feature] },
            {
              name: words.state,
              align: "tight",
              cell: (feature) =>
                has(feature) ? (
                  <Badge tone="good">{words.included}</Badge>
                ) : (
                  <Badge>{plans.from(plans.names[firstPlanWith(feature)])}</Badge>
                )
            }
          ]}
        />
      </Card>
    </Stack>
  )
}
