import type { MergeField } from "./schema.ts"

/** What a letter uses of a case and its organization. */
export interface MergeSource {
  readonly employee_name: string
  readonly employee_email: string | null
  readonly employee_role: string
  readonly employee_department: string
  readonly manager_email: string | null
  readonly exit_date: string
  readonly separation_type: string
  readonly jurisdiction: string | null
  readonly organisation_name: string
}

/** What is filled in, as the service does and an editor shows: nothing reads `null` in a letter. */
export const mergeValues = (source: MergeSource, today: string): Readonly<Record<MergeField, string>> => ({
  employee_name: source.employee_name,
  employee_email: source.employee_email ?? "",
  employee_role: source.employee_role,
  employee_department: source.employee_department,
  manager_email: source.manager_email ?? "",
  exit_date: source.exit_date,
  separation_type: source.separation_type.replaceAll("_", " "),
  jurisdiction: source.jurisdiction ?? "",
  organisation_name: source.organisation_name,
  today
})
