import { Schema } from "effect"

export const ReportType = Schema.Literals([
  "weekly_summary",
  "monthly_summary",
  "offboarding_stats",
  "overdue_tasks",
  "custom"
])
export type ReportType = typeof ReportType.Type

export const ReportSchedule = Schema.Literals(["daily", "weekly", "monthly"])
export type ReportSchedule = typeof ReportSchedule.Type

export const ReportGrouping = Schema.Literals(["none", "department", "separation_type", "status", "assignee"])
export type ReportGrouping = typeof ReportGrouping.Type

export const ReportDateRange = Schema.Literals([
  "last_24_hours",
  "last_7_days",
  "last_14_days",
  "last_30_days",
  "last_60_days",
  "last_90_days",
  "last_180_days",
  "last_365_days",
  "last_12_months",
  "last_week",
  "last_month",
  "last_quarter",
  "last_year",
  "this_week",
  "this_month",
  "this_quarter",
  "this_year",
  "all_time"
])
export type ReportDateRange = typeof ReportDateRange.Type

/** Of the person and the offboarding; the last two as the record itself names them. */
const ofCase = [
  "employee_name",
  "employee_email",
  "department",
  "job_title",
  "manager_email",
  "status",
  "separation_type",
  "exit_date",
  "employee_department",
  "employee_role"
] as const

/** Columns of an offboarding. */
export const OffboardingColumn = Schema.Literals([
  ...ofCase,
  "created_at",
  "completed_at",
  "days_to_complete",
  "days_overdue",
  "tasks_done",
  "tasks_total",
  "tasks_pending",
  "legal_hold"
])
export type OffboardingColumn = typeof OffboardingColumn.Type

/** Columns of a task. */
export const TaskColumn = Schema.Literals([
  ...ofCase,
  "task",
  "assignee",
  "assigned_to",
  "due_date",
  "sla_deadline",
  "days_overdue"
])
export type TaskColumn = typeof TaskColumn.Type

const names = [...new Set([...OffboardingColumn.literals, ...TaskColumn.literals])]

/** Of any type; which a type has is judged with the type. */
export const ReportColumn = Schema.Literals(names)
export type ReportColumn = typeof ReportColumn.Type
