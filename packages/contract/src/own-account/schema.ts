import { Schema } from "effect"
import { SignInMethod } from "../kernel/access.ts"
import { ApiKeyId, EmployeeId, OffboardingId, OrgId, SessionId, UserId, Uuid } from "../kernel/ids.ts"
import { CalendarDate, Timestamp } from "../kernel/dates.ts"
import { ApiScope } from "../kernel/permissions.ts"
import { EmployeeStatus } from "../employees/schema.ts"
import { OffboardingStatus, SeparationType } from "../offboardings/schema.ts"

/** One organization of the account (accounts-1). */
export const Membership = Schema.Struct({
  org_id: OrgId,
  org_name: Schema.String,
  /** A built-in role, or the name of a custom one. */
  role: Schema.String,
  /** No one else in the organization is a Super Admin. */
  sole_superadmin: Schema.Boolean
})
export type Membership = typeof Membership.Type

/** An organization in a refusal. */
export const NamedOrganisation = Schema.Struct({ org_id: OrgId, org_name: Schema.String })

/** The successor: another member of the current organization. */
export const HandOver = Schema.Struct({ user_id: UserId })
export type HandOver = typeof HandOver.Type

export const AccountDone = Schema.Struct({ success: Schema.tag(true) })
export type AccountDone = typeof AccountDone.Type

export const ExportedSession = Schema.Struct({
  /** Null for an account without an organization. */
  org_id: Schema.NullOr(OrgId),
  id: SessionId,
  method: SignInMethod,
  address: Schema.NullOr(Schema.String),
  user_agent: Schema.NullOr(Schema.String),
  created_at: Timestamp,
  last_seen_at: Schema.NullOr(Timestamp),
  expires_at: Timestamp
})
export type ExportedSession = typeof ExportedSession.Type

export const ExportedAccount = Schema.Struct({
  id: UserId,
  email: Schema.String,
  full_name: Schema.String,
  theme: Schema.String,
  language: Schema.String,
  email_verified_at: Schema.NullOr(Timestamp),
  two_factor_enabled: Schema.Boolean,
  created_at: Timestamp,
  /** Where the account is signed in now. */
  sessions: Schema.Array(ExportedSession)
})
export type ExportedAccount = typeof ExportedAccount.Type

export const ExportedMembership = Schema.Struct({ ...Membership.fields, created_at: Timestamp })
export type ExportedMembership = typeof ExportedMembership.Type

/** A directory record with the account's email. */
export const ExportedDirectoryRecord = Schema.Struct({
  org_id: OrgId,
  id: EmployeeId,
  full_name: Schema.String,
  email: Schema.String,
  role: Schema.String,
  department: Schema.String,
  manager_email: Schema.NullOr(Schema.String),
  timezone: Schema.NullOr(Schema.String),
  status: EmployeeStatus,
  created_at: Timestamp,
  updated_at: Timestamp
})
export type ExportedDirectoryRecord = typeof ExportedDirectoryRecord.Type

export const ExportedOffboarding = Schema.Struct({
  org_id: OrgId,
  id: OffboardingId,
  employee_name: Schema.String,
  employee_email: Schema.NullOr(Schema.String),
  exit_date: CalendarDate,
  status: OffboardingStatus,
  separation_type: SeparationType,
  created_at: Timestamp,
  completed_at: Schema.NullOr(Timestamp)
})
export type ExportedOffboarding = typeof ExportedOffboarding.Type

export const ExportedAuditEntry = Schema.Struct({
  org_id: OrgId,
  id: Uuid,
  created_at: Timestamp,
  action: Schema.String,
  /** Readable; what was erased reads `[erased]`. */
  target: Schema.String,
  details: Schema.String,
  /** Made by the account itself; else about it. */
  by_you: Schema.Boolean
})
export type ExportedAuditEntry = typeof ExportedAuditEntry.Type

export const ExportedNotification = Schema.Struct({
  org_id: OrgId,
  id: Uuid,
  type: Schema.String,
  title: Schema.String,
  body: Schema.String,
  created_at: Timestamp,
  read_at: Schema.NullOr(Timestamp)
})
export type ExportedNotification = typeof ExportedNotification.Type

/** An active key that the account created; never its secret. */
export const ExportedApiKey = Schema.Struct({
  org_id: OrgId,
  id: ApiKeyId,
  name: Schema.String,
  key_prefix: Schema.String,
  scopes: Schema.Array(ApiScope),
  created_at: Timestamp,
  last_used_at: Schema.NullOr(Timestamp),
  expires_at: Schema.NullOr(Timestamp)
})
export type ExportedApiKey = typeof ExportedApiKey.Type

/** The personal data of an account (accounts-11); each record names its organization. */
export const AccountExport = Schema.Struct({
  exported_at: Timestamp,
  account: ExportedAccount,
  memberships: Schema.Array(ExportedMembership),
  directory_records: Schema.Array(ExportedDirectoryRecord),
  offboardings_started: Schema.Array(ExportedOffboarding),
  audit_trail: Schema.Array(ExportedAuditEntry),
  notifications: Schema.Array(ExportedNotification),
  api_keys: Schema.Array(ExportedApiKey)
})
export type AccountExport = typeof AccountExport.Type
