import { isHrOrAdmin, Role } from "@svc/contract/kernel/permissions"
import type { CaseDetails } from "@svc/contract/cases/schema"
import type { DirectoryEmployee } from "@svc/contract/employees/schema"
import { EmployeeId, OffboardingId } from "@svc/contract/kernel/ids"
import { DateTime, Option, Schema } from "effect"
import { AsyncResult } from "effect/reactivity"
import type { ComponentProps, ComponentType } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import { useLocation } from "preact-iso/router"
import { useMay, useUser } from "#access/data.ts"
import { Banner } from "#design/Banner.tsx"
import { Button, LinkButton } from "#design/Button.tsx"
import { FormPage, FormPart } from "#design/FormPage.tsx"
import { Row, Stack, Text } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { personDetails } from "#work/employees/data.ts"
import { initiationSettings } from "#offboarding/initiations/data.ts"
import { AppPicks } from "#connections/integrations/AppPicks.tsx"
import { useWords } from "#languages/words.ts"
import { newInitiation, offboarding, offboardings } from "#platform/pages.ts"
import { useAction, useQuery } from "#platform/atoms.ts"
import { failureOf, Refusal } from "#platform/failures.tsx"
import { Loaded } from "#platform/Loaded.tsx"
import { useSearch } from "#platform/search.ts"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { Page, PageSkeleton } from "#frame/Page.tsx"
import { toast } from "#frame/toasts.tsx"
import { caseDetails } from "#records/data.ts"
import { createCase, type NewCaseForm } from "./changes-data.ts"
import { savedNow } from "./course.ts"
import { type NewCaseState, type Part, parts, useNewCase } from "./new-case.ts"
import { NewCaseCourse } from "./NewCaseCourse.tsx"
import { NewCasePerson } from "./NewCasePerson.tsx"
import { NewCaseTasks } from "./NewCaseTasks.tsx"
import { NewCaseWhen } from "./NewCaseWhen.tsx"
import { RevokeNow } from "./RevokeNow.tsx"
import { useOpenCase } from "#offboarding/initiations/OpenCase.tsx"

/** In the URL once the form was touched: a reload and the way back restore it. */
const Draft = Schema.Literal("open")

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
  const { apps, count, form, noApps, pick, source } = state
  const wrong = form.wrong("apps_to_revoke")
  return (
    <Stack gap={3}>
      {wrong !== undefined && <Banner tone="bad" title={wrong} />}
      <Text as="p" size="table" tone="2">
        {source === undefined ? words.appsText : words.appsOfSource(source.employee_name)}
      </Text>
      <AppPicks apps={apps} noApps={noApps} onChange={(apps, noApps) => pick({ apps, noApps })} />
      {count === 0 && !noApps && (
        <Text as="p" size="table" tone="watch">
          {words.noneChosen}
        </Text>
      )}
    </Stack>
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

const bodies: Readonly<Record<Part, ComponentType<{ readonly state: NewCaseState }>>> = {
  person: NewCasePerson,
  when: NewCaseWhen,
  apps: Apps,
  tasks: NewCaseTasks
}

type Made = ComponentProps<typeof RevokeNow>["made"]

const Form = ({ person, source }: { readonly source?: CaseDetails; readonly person?: DirectoryEmployee }) => {
  const { cases, common, newCase: words } = useWords()
  const { route } = useLocation()
  const [{ draft, ...about }, setSearch] = useSearch({ draft: Draft, from: OffboardingId, person: EmployeeId })
  const state = useNewCase(source, person, {
    goesOn: draft !== undefined,
    onTouched: () => draft === undefined && setSearch({ ...about, draft: "open" })
  })
  const { count, ends, form, somebody, zone } = state
  const place = useRef<HTMLFormElement>(null)
  const open = useOpenCase(form.text.employee_email)
  const [asked, setAsked] = useState<NewCaseForm>()
  const [made, setMade] = useState<Made>()
  const revokesNow = ends === "now" && count > 0
  const creation = useAction(createCase, {
    onDone: ({ unmade, ...made }) => {
      state.forget()
      if (unmade > 0) toast(words.unmade(unmade), { tone: "bad" })
      if (revokesNow) return setMade(made)
      if (unmade === 0) toast(words.started(made.name))
      route(offboarding({ id: made.id }))
    }
  })
  const failure = failureOf(creation.result)
  const focusWrong = () =>
    requestAnimationFrame(() => {
      const part = place.current?.querySelector('[data-state="wrong"]')
      const field = part?.querySelector<HTMLElement>("[aria-invalid]")
      ;(field ?? part?.querySelector<HTMLElement>("h2"))?.focus()
    })
  useEffect(() => {
    if (failure === undefined) return
    setAsked(undefined)
    if (!isNamed(failure._tag)) return
    if ("error" in failure) form.blame(fieldOf[failure._tag], failure.error)
    focusWrong()
  }, [failure])
  const create = (filled: NewCaseForm) =>
    creation.start({
      form: { ...filled, ...(ends === "now" && savedNow(filled, zone, DateTime.nowUnsafe())) },
      from: source?.id,
      documents: state.documents
    })
  const start = () => {
    if (creation.busy || open !== null) return
    form.submit(revokesNow ? setAsked : create, focusWrong)
  }
  const title = source === undefined ? cases.create : words.copyOf(source.employee_name)
  const back = { href: offboardings(), name: cases.title }
  if (made !== undefined) {
    return (
      <Page title={title} back={back}>
        <RevokeNow made={made} />
      </Page>
    )
  }
  const firstName = somebody ? (form.text.employee_name.trim().split(/\s+/)[0] ?? "") : ""
  return (
    <Page title={title} back={back} help="offboardings">
      {(failure === undefined || !isNamed(failure._tag)) && <Refusal of={creation.result} />}
      <UnfinishedDraft state={state} />
      <form
        noValidate
        ref={place}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return
          if (event.ctrlKey || event.metaKey) {
            event.preventDefault()
            start()
          }
          // Enter in a search searches; it does not start.
          else if (event.target instanceof HTMLInputElement && event.target.type === "search") event.preventDefault()
        }}
        onSubmit={(event) => {
          event.preventDefault()
          start()
        }}
      >
        <FormPage
          beside={<NewCaseCourse state={state} />}
          acts={
            <>
              <Button
                variant="tertiary"
                onClick={() => {
                  state.forget()
                  route(offboardings())
                }}
              >
                {common.cancel}
              </Button>
              <Button
                variant={revokesNow ? "danger" : "primary"}
                type="submit"
                busy={creation.busy}
                disabled={open !== null}
                icon="check"
              >
                {revokesNow ? words.startAndRevoke : cases.start}
              </Button>
            </>
          }
        >
          {parts.map((part, index) => {
            const Body = bodies[part]
            const how = state.stateOf(part)
            return (
              <FormPart
                key={part}
                number={index + 1}
                title={part === "apps" ? words.appsTitle(firstName) : words.parts[part]}
                state={how}
                said={how === undefined ? undefined : words.partStates[how]}
              >
                <Body state={state} />
              </FormPart>
            )
          })}
        </FormPage>
      </form>
      {asked !== undefined && (
        <ActionDialog
          title={words.startAndRevokeTitle}
          why={words.startAndRevokeWhy(form.text.employee_name, count)}
          variant="danger"
          act={creation}
          confirm={words.startAndRevoke}
          onSubmit={() => create(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
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
      {(source) => <Form source={source} />}
    </Loaded>
  )
}

const OfPerson = ({ id }: { readonly id: EmployeeId }) => (
  // A deleted person falls back to the search.
  <Loaded of={personDetails(id)} skeleton={<PageSkeleton />} refusals={{ EmployeeNotFound: () => <Form /> }}>
    {(person) => <Form person={person} />}
  </Loaded>
)

const isBuiltIn = Schema.is(Role)

/**
 * New offboarding on one page. `?from=` copies an offboarding, `?person=` preselects the person,
 * and `?draft=open` marks a form that was begun: a reload and the way back restore it.
 */
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
  return person === undefined ? <Form /> : <OfPerson id={person} />
}
