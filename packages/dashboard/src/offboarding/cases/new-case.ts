import { type CaseDetails, CloneCase, CreateCase } from "@svc/contract/cases/schema"
import { startOfDay, daysAfter } from "@svc/contract/kernel/calendar"
import { CalendarDate } from "@svc/contract/kernel/dates"
import type { DirectoryEmployee } from "@svc/contract/employees/schema"
import { DocumentTemplateId } from "@svc/contract/kernel/ids"
import { plainTextNames, plainTexts } from "@svc/contract/offboardings/schema"
import { DateTime, Option, Record, Schema, Struct } from "effect"
import { useLayoutEffect, useState } from "preact/hooks"
import { useUser } from "#access/data.ts"
import { useRevocable } from "#connections/integrations/connected.ts"
import { forgetDraft, keepDraft, keptDraft } from "#platform/draft.ts"
import { useForm } from "#platform/form.ts"
import { zone as organisationZone } from "#platform/zone.ts"
import { useAtomValue } from "#state/registry.ts"

export const steps = ["person", "dates", "apps", "tasks", "review"] as const
export const Step = Schema.Literals(steps)
export type Step = typeof Step.Type

/** The API's form; the name is required here, because the directory only prefills it. */
const CaseForm = Schema.Struct({ ...CreateCase.fields, employee_name: CloneCase.fields.employee_name })

const blank = {
  org_employee_id: "",
  employee_name: "",
  employee_email: "",
  employee_personal_email: "",
  ...Record.map(plainTexts, () => ""),
  manager_email: "",
  exit_date: "",
  separation_type: "resignation",
  employment_ends_on: "",
  access_ends_at: "",
  timezone: "",
  jurisdiction: "",
  checklist_template_id: ""
}
type Field = keyof typeof blank

const ofDates: ReadonlyArray<string> = [
  "exit_date",
  "separation_type",
  "employment_ends_on",
  "access_ends_at",
  "timezone",
  "jurisdiction"
]
const ofApps = ["apps_to_revoke", "no_apps"]
const ofTasks = ["checklist_template_id"]

/** Step of a field. */
export const stepOf = (field: string): Step =>
  ofDates.includes(field) ? "dates" : ofApps.includes(field) ? "apps" : ofTasks.includes(field) ? "tasks" : "person"

const Picked = Schema.Struct({
  /** Whether a person is chosen from the directory or entered manually. */
  somebody: Schema.Boolean,
  /** Null: the default selection. */
  apps: Schema.NullOr(Schema.Array(Schema.String)),
  noApps: Schema.Boolean,
  documents: Schema.Array(DocumentTemplateId),
  /** Name and email in the directory; null if entered manually. */
  known: Schema.NullOr(Schema.Struct({ employee_name: Schema.String, employee_email: Schema.String }))
})
type Picked = typeof Picked.Type

const nothing: Picked = { somebody: false, apps: null, noApps: false, documents: [], known: null }

const Draft = Schema.Struct({ text: Schema.Record(Schema.String, Schema.String), picked: Picked })

/** Fields that a copy takes from its source. */
const copied = (source: CaseDetails) => ({
  ...Struct.pick(source, plainTextNames),
  separation_type: source.separation_type,
  jurisdiction: source.jurisdiction ?? "",
  manager_email: source.manager_email ?? "",
  timezone: source.timezone ?? ""
})

const isDay = Schema.is(CalendarDate)

/** Form fields prefilled from the directory. */
export const ofDirectory = ({
  department,
  email,
  full_name,
  id,
  manager_email,
  role,
  timezone
}: DirectoryEmployee): Partial<Record<Field, string>> => ({
  org_employee_id: id,
  employee_name: full_name,
  employee_email: email,
  employee_role: role,
  employee_department: department,
  ...(manager_email === null ? {} : { manager_email }),
  ...(timezone === null ? {} : { timezone })
})

export const knownOf = ({ email, full_name }: DirectoryEmployee) => ({
  employee_name: full_name,
  employee_email: email
})

/**
 * One form for all steps; nothing is saved on the server before the last. A draft in the browser survives a reload.
 * Opened from the start, the form is empty and offers the draft.
 */
export const useNewCase = (
  source: CaseDetails | undefined,
  person: DirectoryEmployee | undefined,
  { goesOn }: { readonly goesOn: boolean }
) => {
  const { id: user } = useUser()
  const draft = `new-case ${user} ${source?.id ?? person?.id ?? ""}`
  const [initial] = useState(() => ({
    text: {
      ...blank,
      ...(source === undefined ? {} : copied(source)),
      ...(person === undefined ? {} : ofDirectory(person))
    },
    picked: { ...nothing, ...(person === undefined ? {} : { somebody: true, known: knownOf(person) }) }
  }))
  const [found] = useState(() => keptDraft(draft, Draft))
  const [kept] = useState(goesOn ? found : undefined)
  const [unfinished, setUnfinished] = useState(goesOn ? undefined : found)
  const [picked, setPicked] = useState<Picked>(kept?.picked ?? initial.picked)
  const revocable = useRevocable()
  const proposed = revocable?.filter((app) => source === undefined || source.apps_to_revoke.includes(app))
  // Apps disconnected since they were chosen are dropped.
  const apps = picked.apps?.filter((app) => revocable === undefined || revocable.includes(app)) ?? proposed ?? []
  const home = useAtomValue(organisationZone)
  const form = useForm(
    CaseForm,
    { ...initial.text, ...kept?.text },
    picked.noApps ? { no_apps: true } : { apps_to_revoke: apps }
  )
  const { text } = form
  const isUntouched =
    picked === initial.picked && Struct.keys(initial.text).every((name) => text[name] === initial.text[name])
  // Saved with the render, because a reload may follow. An untouched form is not saved.
  useLayoutEffect(() => {
    if (!isUntouched) keepDraft(draft, { text, picked })
  }, [text, picked])
  const zone = text.timezone === "" ? home : text.timezone
  const cutOff =
    text.access_ends_at !== ""
      ? DateTime.make(text.access_ends_at)
      : isDay(text.exit_date)
        ? Option.some(startOfDay(daysAfter(text.exit_date, 1), zone))
        : Option.none()
  return {
    form,
    source,
    somebody: picked.somebody,
    documents: picked.documents,
    noApps: picked.noApps,
    apps,
    home,
    zone,
    /** End of access, from the fields so far. */
    cutOff: Option.getOrUndefined(cutOff),
    pick: (changes: Partial<Picked>) => setPicked((before) => ({ ...before, ...changes })),
    /** Validates one step. */
    check: (step: Step) => form.check([...Object.keys(blank), ...ofApps].filter((field) => stepOf(field) === step)),
    forget: () => forgetDraft(draft),
    /** Earlier draft, until it is continued or discarded. */
    unfinished: unfinished === undefined ? undefined : { name: unfinished.text["employee_name"] ?? "" },
    continueDraft: () => {
      if (unfinished === undefined) return
      form.prefill(unfinished.text)
      setPicked(unfinished.picked)
      setUnfinished(undefined)
    },
    discardDraft: () => {
      forgetDraft(draft)
      setUnfinished(undefined)
    },
    /** Directory values, if name or email was changed. */
    changedFrom:
      picked.known !== null &&
      (text.employee_name !== picked.known.employee_name ||
        text.employee_email.toLowerCase() !== picked.known.employee_email.toLowerCase())
        ? picked.known
        : undefined,
    empty: (fields: ReadonlyArray<Field>) => form.prefill(Object.fromEntries(fields.map((name) => [name, blank[name]])))
  }
}

export type NewCaseState = ReturnType<typeof useNewCase>
