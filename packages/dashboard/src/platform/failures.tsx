import type {
  CrossOrigin,
  FeatureMissing,
  InvalidRequest,
  MembershipMissing,
  OrganisationSuspended,
  PermissionDenied,
  ReadOnly,
  TooManyRequests,
  Unauthenticated
} from "@svc/contract/kernel/errors"
import { firstPlanWith, type Plan, type PlanFeature } from "@svc/contract/kernel/plans"
import { Cause, Option, Predicate } from "effect"
import { AsyncResult } from "effect/reactivity"
import type { ComponentChildren } from "preact"
import { Banner } from "#design/Banner.tsx"
import { Button, LinkButton } from "#design/Button.tsx"
import type { IconName } from "#design/icons.ts"
import { Placeholder } from "#design/Placeholder.tsx"
import { type FirstWords, useFirstWords } from "#languages/words.ts"
import { isEntry, settingsPart } from "./pages.ts"
import type { UnexpectedAnswer, Unreachable } from "./api.ts"

/** Failures that any route can return; all screens show them the same way. */
type CommonFailure =
  | CrossOrigin
  | FeatureMissing
  | InvalidRequest
  | MembershipMissing
  | OrganisationSuspended
  | PermissionDenied
  | ReadOnly
  | TooManyRequests
  | Unauthenticated
  | UnexpectedAnswer
  | Unreachable

interface Said {
  readonly icon: IconName
  readonly title: string
  readonly text?: string
}

type Tagged = { readonly _tag: string }

const missing = (feature: PlanFeature, plan: Plan, { failures, plans }: FirstWords) =>
  failures.plan.text(plans.features[feature], plans.names[firstPlanWith(feature)], plans.names[plan])

/** Link to the plan; with `beside` in a new tab, so that typed text is kept. */
export const SeeThePlan = ({ beside }: { readonly beside?: true }) => {
  const words = useFirstWords().plans
  return (
    <span>
      <LinkButton href={settingsPart({ part: "plan" })} size="small" {...(beside && { beside })}>
        {words.see}
      </LinkButton>
    </span>
  )
}

/** Placeholder for a feature outside the plan; names the plan that includes it. */
export const NotInPlan = ({ feature, plan }: { readonly feature: PlanFeature; readonly plan: Plan }) => {
  const words = useFirstWords()
  return (
    <Placeholder icon="sparkles" title={words.failures.plan.title} text={missing(feature, plan, words)}>
      <SeeThePlan />
    </Placeholder>
  )
}

const say = (failure: CommonFailure, words: FirstWords): Said => {
  const { failures } = words
  switch (failure._tag) {
    case "Unreachable":
      return { icon: "cloud-off", ...failures.unreachable }
    case "TooManyRequests":
      return { icon: "clock", ...failures.limited }
    case "PermissionDenied":
      return {
        icon: "lock",
        title: failures.denied.title,
        text: failures.denied.text(failure.permission)
      }
    case "FeatureMissing":
      return {
        icon: "sparkles",
        title: failures.plan.title,
        text: missing(failure.feature, failure.currentPlan, words)
      }
    case "OrganisationSuspended":
      return { icon: "ban", ...failures.suspended }
    case "ReadOnly":
      return { icon: "lock", ...failures.readOnly }
    case "MembershipMissing":
      return { icon: "users", ...failures.noOrganisation }
    case "InvalidRequest":
      return { icon: "circle-alert", title: failure.error }
    // The shell redirects to the sign-in; this is visible for a moment only.
    case "Unauthenticated":
    case "CrossOrigin":
    case "UnexpectedAnswer":
      return { icon: "triangle-alert", ...failures.unexpected }
  }
}

const isOne = (failure: unknown, tags: ReadonlyArray<string>) => tags.some((tag) => Predicate.isTagged(failure, tag))

/** A larger plan would allow it. The link needs a signed-in member. */
const isOfThePlan = (failure: unknown) =>
  isOne(failure, ["FeatureMissing", "PlanLimitExceeded", "PlanLimitReached", "ReadOnly"]) && !isEntry(location.pathname)

/** Transient failures, worth a retry. */
export const isPassing = (failure: unknown) => isOne(failure, ["Unreachable", "TooManyRequests", "UnexpectedAnswer"])

/** The failure of a result, if it has one that is not an interruption. */
export const failureOf = <A, E>(result: AsyncResult.AsyncResult<A, E>): E | undefined =>
  AsyncResult.isFailure(result) && !Cause.hasInterruptsOnly(result.cause)
    ? Option.getOrUndefined(Cause.findErrorOption(result.cause))
    : undefined

const commonTags = {
  CrossOrigin: true,
  FeatureMissing: true,
  InvalidRequest: true,
  MembershipMissing: true,
  OrganisationSuspended: true,
  PermissionDenied: true,
  ReadOnly: true,
  TooManyRequests: true,
  Unauthenticated: true,
  UnexpectedAnswer: true,
  Unreachable: true
} satisfies Readonly<Record<CommonFailure["_tag"], true>>

/** A screen's words for its refusals; omitted ones show the service's sentence. */
export type Refusals<E, Answer> = {
  readonly [Tag in Exclude<E, CommonFailure> extends infer Own extends Tagged ? Own["_tag"] : never]?: (
    failure: Extract<E, { readonly _tag: Tag }>
  ) => Answer
}

/** Undefined for failures common to all routes. */
const ownAnswer = <E, Answer>(failure: E, refusals: Refusals<E, Answer> | undefined): Answer | string | undefined => {
  const { _tag: tag } = failure as Tagged
  const own = (refusals as Readonly<Record<string, ((failure: E) => Answer) | undefined>> | undefined)?.[tag]
  if (own !== undefined) return own(failure)
  return !(tag in commonTags) && Predicate.hasProperty(failure, "error") && typeof failure.error === "string"
    ? failure.error
    : undefined
}

/** Full placeholder for a failed query. */
export const Failed = <E,>({
  failure,
  onRetry,
  refusals
}: {
  readonly failure: E
  readonly onRetry: () => void
  readonly refusals?: Refusals<E, ComponentChildren> | undefined
}) => {
  const words = useFirstWords()
  const own = ownAnswer(failure, refusals)
  if (own !== undefined) return <>{own}</>
  const { icon, text, title } = say(failure as CommonFailure, words)
  const again = isPassing(failure)
  return (
    <Placeholder icon={icon} title={title} text={text} {...(again ? { tone: "bad" as const } : {})}>
      {isOfThePlan(failure) && <SeeThePlan />}
      {again && (
        <Button icon="refresh-cw" onClick={onRetry}>
          {words.common.retry}
        </Button>
      )}
    </Placeholder>
  )
}

/** Banner over stale data after a failed reload. */
export const Stale = ({ failure, onRetry }: { readonly failure: unknown; readonly onRetry: () => void }) => {
  const words = useFirstWords()
  const { text, title } = say(failure as CommonFailure, words)
  return (
    <Banner tone="watch" title={title}>
      {text}
      <span>
        <Button size="small" icon="refresh-cw" onClick={onRetry}>
          {words.common.retry}
        </Button>
      </span>
    </Banner>
  )
}

/** The refusal of an action: in the words of `refusals`, else of the service. */
export const Refusal = <A, E>({
  of,
  refusals
}: {
  readonly of: AsyncResult.AsyncResult<A, E>
  readonly refusals?: Refusals<E, string>
}) => {
  const words = useFirstWords()
  const failure = failureOf(of)
  if (failure === undefined || of.waiting) return null
  const own = ownAnswer(failure, refusals)
  const { text, title } = own === undefined ? say(failure as CommonFailure, words) : { title: own }
  return (
    <Banner tone="bad" title={title}>
      {isOne(failure, ["Unreachable"]) ? words.failures.unreachable.unsaved : text}
      {isOfThePlan(failure) && <SeeThePlan beside />}
    </Banner>
  )
}
