import { isHrOrAdmin, Role } from "@svc/contract/kernel/permissions"
import type { CaseDetails } from "@svc/contract/cases/schema"
import type { DirectoryEmployee } from "@svc/contract/employees/schema"
import { EmployeeId, OffboardingId } from "@svc/contract/kernel/ids"
import { Option, Schema } from "effect"
import { AsyncResult } from "effect/reactivity"
import { useEffect, useRef } from "preact/hooks"
import { useLocation } from "preact-iso/router"
import { useMay, useUser } from "#access/data.ts"
import { Banner } from "#design/Banner.tsx"
import { Button, LinkButton } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Row, Stack } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { Stepper } from "#design/Stepper.tsx"
import { personDetails } from "#work/employees/data.ts"
import { initiationSettings } from "#offboarding/initiations/data.ts"
import { AppPicks } from "#connections/integrations/AppPicks.tsx"
import { useWords } from "#languages/words.ts"
import { newInitiation, newOffboarding, offboarding, offboardings } from "#platform/pages.ts"
import { useAction, useQuery } from "#platform/atoms.ts"
import { failureOf, Refusal } from "#platform/failures.tsx"
import { Loaded } from "#platform/Loaded.tsx"
import { useSearch } from "#platform/search.ts"
import { Page, PageSkeleton } from "#frame/Page.tsx"
import { toast } from "#frame/toasts.tsx"
import { caseDetails } from "#records/data.ts"
import { createCase } from "./changes-data.ts"
import { type NewCaseState, Step, stepOf, steps, useNewCase } from "./new-case.ts"
import { NewCaseDates } from "./NewCaseDates.tsx"
import { NewCasePerson } from "./NewCasePerson.tsx"
import { NewCaseReview } from "./NewCaseReview.tsx"
import { NewCaseTasks } from "./NewCaseTasks.tsx"
import { useOpenCase } from "#offboarding/initiations/OpenCase.tsx"

/** Field to blame for each API error. */
const fieldOf = {
  AccessCutOffPermission: "access_ends_at",
  AccessEndsAfterEmployment: "access_ends_at",
  ChecklistTemplateUnknown: "checklist_template_id",
  DirectoryRecordUnknown: "org_employee_id",
  EmploymentEndsBeforeExit: "employment_ends_on",
  JurisdictionUnknown: "jurisdiction",
  ManagerIsEmployee: "manager_email",
  OffboardingDuplicate: "employee_email",
  OutsideRecordScope: "employee_department",
  PastExitDatePermission: "exit_date",
  UnknownApps: "apps_to_revoke"
} as const

const isNamed = (tag: string): tag is keyof typeof fieldOf => Object.hasOwn(fieldOf, tag)

const Apps = ({ state }: { readonly state: NewCaseState }) => {
  const words = useWords().newCase
  const { apps, form, noApps, pick, source } = state
  const wrong = form.wrong("apps_to_revoke")
  return (
    <Card title={words.steps.apps}>
      <Stack gap={3}>
        {wrong !== undefined && <Banner tone="bad" title={wrong} />}
        {source === undefined ? words.appsText : words.appsOfSource(source.employee_name)}
        <AppPicks apps={apps} noApps={noApps} onChange={(apps, noApps) => pick({ apps, noApps })} />
      </Stack>
    </Card>
  )
}

/** Offers an earlier draft instead of restoring it: it may be about another person. */
const UnfinishedDraft = ({ state: { continueDraft, discardDraft, unfinished } }: { readonly state: NewCaseState }) => {
  const words = useWords().newCase
  if (unfinished === undefined) return null
  return (
    <Banner tone="watch" title={words.unfinished(unfinished.name)}>
      <Row gap={2}>
        <Button size="small" onClick={continueDraft}>
          {words.continueDraft}
        </Button>
        <Button size="small" variant="tertiary" onClick={discardDraft}>
          {words.discardDraft}
        </Button>
      </Row>
    </Banner>
  )
}

const Wizard = ({ person, source }: { readonly source?: CaseDetails; readonly person?: DirectoryEmployee }) => {
  const { caseDetail, cases, common, newCase: words } = useWords()
  const { route } = useLocation()
  const [{ step: wanted = "person" }] = useSearch({ step: Step })
  const state = useNewCase(source, person, { goesOn: wanted !== "person" })
  const { form } = state
  const place = useRef<HTMLFormElement>(null)
  const open = useOpenCase(form.text.employee_email)
  const creation = useAction(createCase, {
    onDone: ({ id, name, unmade }) => {
      state.forget()
      toast(unmade === 0 ? words.started(name) : words.unmade(unmade), { tone: unmade === 0 ? "good" : "bad" })
      route(offboarding({ id }))
    }
  })
  const failure = failureOf(creation.result)
  const about = {
    ...(source === undefined ? {} : { from: source.id }),
    ...(person === undefined ? {} : { person: person.id })
  }
  const hrefOf = (to: Step) => `${newOffboarding()}?${new URLSearchParams({ ...about, step: to })}`
  // The other steps need a person.
  const step = state.somebody ? wanted : "person"
  const at = steps.indexOf(step)
  const next = steps[at + 1]
  const before = steps[at - 1]
  const focusWrong = () =>
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus())
  const leadTo = (field: string) => {
    if (stepOf(field) !== step) route(hrefOf(stepOf(field)))
    focusWrong()
  }
  useEffect(() => {
    if (failure === undefined || !isNamed(failure._tag)) return
    const field = fieldOf[failure._tag]
    if ("error" in failure) form.blame(field, failure.error)
    leadTo(field)
  }, [failure])
  const goOn = () => {
    if (next !== undefined) {
      if (!state.check(step)) return focusWrong()
      return route(hrefOf(next))
    }
    form.submit(
      (filled) => creation.start({ form: filled, from: source?.id, documents: state.documents }),
      ([first]) => first !== undefined && leadTo(first)
    )
  }
  const part = {
    person: () => <NewCasePerson state={state} />,
    dates: () => <NewCaseDates state={state} />,
    apps: () => <Apps state={state} />,
    tasks: () => <NewCaseTasks state={state} />,
    review: () => <NewCaseReview state={state} hrefOf={hrefOf} />
  }[step]()
  return (
    <Page
      title={source === undefined ? cases.create : words.copyOf(source.employee_name)}
      back={{ href: offboardings(), name: cases.title }}
      help="offboardings"
    >
      <Stepper
        label={words.stepper}
        steps={steps.map((one, index) => {
          const how = index < at ? "done" : index === at ? "now" : "later"
          return {
            name: words.steps[one],
            state: how,
            said: caseDetail.step[how],
            href: state.somebody && index !== at ? hrefOf(one) : undefined
          }
        })}
      />
      <form
        noValidate
        ref={place}
        onSubmit={(event) => {
          event.preventDefault()
          goOn()
        }}
      >
        <Stack>
          {(failure === undefined || !isNamed(failure._tag)) && <Refusal of={creation.result} />}
          {step === "person" && <UnfinishedDraft state={state} />}
          {part}
          <Row apart>
            <Row gap={2}>
              {before !== undefined && (
                <LinkButton icon="arrow-left" href={hrefOf(before)}>
                  {words.back}
                </LinkButton>
              )}
              <Button
                variant="tertiary"
                onClick={() => {
                  state.forget()
                  route(offboardings())
                }}
              >
                {common.cancel}
              </Button>
            </Row>
            {state.somebody && (
              <Button
                variant="primary"
                type="submit"
                busy={creation.busy}
                disabled={step === "person" && open !== null}
                icon={next === undefined ? "check" : "arrow-right"}
              >
                {next === undefined ? cases.start : words.onTo}
              </Button>
            )}
          </Row>
        </Stack>
      </form>
    </Page>
  )
}

const Copy = ({ id }: { readonly id: OffboardingId }) => {
  const { failures } = useWords()
  return (
    <Loaded
      of={caseDetails(id)}
      skeleton={<PageSkeleton />}
      refusals={{ OffboardingNotFound: () => <Placeholder icon="search" {...failures.notFound} /> }}
    >
      {(source) => <Wizard source={source} />}
    </Loaded>
  )
}

const OfPerson = ({ id }: { readonly id: EmployeeId }) => (
  // A deleted person falls back to the search.
  <Loaded of={personDetails(id)} skeleton={<PageSkeleton />} refusals={{ EmployeeNotFound: () => <Wizard /> }}>
    {(person) => <Wizard person={person} />}
  </Loaded>
)

const isBuiltIn = Schema.is(Role)

/** New offboarding wizard; the URL holds the step. `?from=` copies an offboarding, `?person=` preselects the person. */
export const NewCase = () => {
  const { cases, failures, newCase: words } = useWords()
  const { may } = useMay()
  const { role } = useUser()
  const [{ from, person }] = useSearch({ from: OffboardingId, person: EmployeeId })
  const settings = AsyncResult.value(useQuery(initiationSettings))
  if (!may("offboardings_create")) {
    return <Placeholder icon="lock" title={failures.denied.title} text={failures.denied.text("offboardings_create")} />
  }
  const asks = Option.exists(settings, ({ require_initiation_approval }) => require_initiation_approval)
  if (asks && !(isBuiltIn(role) && isHrOrAdmin(role))) {
    return (
      <Page title={cases.create} back={{ href: offboardings(), name: cases.title }}>
        <Placeholder icon="inbox" title={words.approvalFirst} text={words.approvalFirstText}>
          <LinkButton variant="primary" href={newInitiation()}>
            {words.ask}
          </LinkButton>
        </Placeholder>
      </Page>
    )
  }
  if (from !== undefined) return <Copy id={from} />
  return person === undefined ? <Wizard /> : <OfPerson id={person} />
}
