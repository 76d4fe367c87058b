import { type CaseDetails, CloneCase, CreateCase } from "@svc/contract/cases/schema"
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
import { AccessEnd } from "./course.ts"

/** Parts of the page, in order. */
export const parts = ["person", "when", "apps", "tasks"] as const
export type Part = (typeof parts)[number]

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

export const ofPerson = [
  "org_employee_id",
  "employee_name",
  "employee_email",
  "employee_personal_email",
  ...plainTextNames,
  "manager_email"
] as const

/** Fields of each part. */
const fieldsOf: Readonly<Record<Part, ReadonlyArray<string>>> = {
  person: ofPerson,
  when: ["exit_date", "separation_type", "employment_ends_on", "access_ends_at", "timezone", "jurisdiction"],
  apps: ["apps_to_revoke", "no_apps"],
  tasks: ["checklist_template_id"]
}

const Picked = Schema.Struct({
  /** Whether a person is chosen from the directory or entered manually. */
  somebody: Schema.Boolean,
  /** Null: the default selection. */
  apps: Schema.NullOr(Schema.Array(Schema.String)),
  noApps: Schema.Boolean,
  /** Employment type in the directory; undefined if entered manually. */
  isContractor: Schema.optionalKey(Schema.Boolean),
  ends: AccessEnd,
  documents: Schema.Array(DocumentTemplateId),
  /** Name and email in the directory; null if entered manually. */
  known: Schema.NullOr(Schema.Struct({ employee_name: Schema.String, employee_email: Schema.String }))
})
type Picked = typeof Picked.Type

const nothing: Picked = { somebody: false, apps: null, noApps: false, ends: "last_day", documents: [], known: null }

const Draft = Schema.Struct({ text: Schema.Record(Schema.String, Schema.String), picked: Picked })

/** Fields that a copy takes from its source. */
const copied = (source: CaseDetails) => ({
  ...Struct.pick(source, plainTextNames),
  separation_type: source.separation_type,
  jurisdiction: source.jurisdiction ?? "",
  manager_email: source.manager_email ?? "",
  timezone: source.timezone ?? ""
})

const readDay = Schema.decodeUnknownOption(CalendarDate)
const dayOf = (typed: string) => Option.getOrUndefined(readDay(typed))

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

export const pickedOf = ({ email, full_name, worker_type }: DirectoryEmployee) => ({
  somebody: true,
  known: { employee_name: full_name, employee_email: email },
  isContractor: worker_type === "contractor"
})

/**
 * The form of the page; nothing is saved on the server before the start. A draft in the browser survives a reload and the way
 * back. Opened again, the form is empty and offers the draft.
 */
export const useNewCase = (
  source: CaseDetails | undefined,
  person: DirectoryEmployee | undefined,
  { goesOn, onTouched }: { readonly goesOn: boolean; readonly onTouched: () => void }
) => {
  const { id: user } = useUser()
  const draft = `new-case ${user} ${source?.id ?? person?.id ?? ""}`
  const [initial] = useState(() => ({
    text: {
      ...blank,
      ...(source === undefined ? {} : copied(source)),
      ...(person === undefined ? {} : ofDirectory(person))
    },
    picked: { ...nothing, ...(person === undefined ? {} : pickedOf(person)) }
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
    picked.noApps ? { no_apps: true } : { apps_to_revoke: apps },
    picked.ends === "time" ? ["access_ends_at"] : []
  )
  const { text } = form
  const isUntouched =
    picked === initial.picked && Struct.keys(initial.text).every((name) => text[name] === initial.text[name])
  // Saved with the render, because a reload may follow. An untouched form is not saved.
  useLayoutEffect(() => {
    if (isUntouched) return
    keepDraft(draft, { text, picked })
    onTouched()
  }, [text, picked])
  const zone = text.timezone === "" ? home : text.timezone
  const isWrong = (part: Part) => fieldsOf[part].some((field) => form.wrong(field) !== undefined)
  const isDone: Readonly<Record<Part, boolean>> = {
    person: picked.somebody && text.employee_name !== "",
    when: text.exit_date !== "" && (picked.ends !== "time" || text.access_ends_at !== ""),
    apps: picked.noApps || apps.length > 0,
    // The default needs no choice.
    tasks: false
  }
  return {
    form,
    source,
    somebody: picked.somebody,
    documents: picked.documents,
    /** Only of a person of the directory: by a typed email, the service may find another employment type. */
    isContractor: text.org_employee_id !== "" ? picked.isContractor : text.employee_email === "" ? false : undefined,
    noApps: picked.noApps,
    apps,
    home,
    zone,
    ends: picked.ends,
    end: (ends: AccessEnd) => {
      if (ends !== "time") form.prefill({ access_ends_at: "" })
      setPicked((before) => ({ ...before, ends }))
    },
    /** Apps that the offboarding revokes. */
    count: picked.noApps ? 0 : apps.length,
    /** The dates so far. */
    dates: {
      ends: picked.ends,
      lastDay: dayOf(text.exit_date),
      employmentEnds: dayOf(text.employment_ends_on),
      accessEnds: Option.getOrUndefined(DateTime.make(text.access_ends_at)),
      zone
    },
    stateOf: (part: Part) => (isWrong(part) ? "wrong" : isDone[part] ? "done" : undefined),
    pick: (changes: Partial<Picked>) => setPicked((before) => ({ ...before, ...changes })),
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
