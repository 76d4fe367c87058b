import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { EmailUnverified, LoginFailed, PasswordRefused, PasswordsBusy, SsoRequired } from "../accounts/errors.ts"
import { LoginAnswer } from "../accounts/schema.ts"
import { Decoding, OpenAccess } from "../kernel/access.ts"
import { ListCsv, listExport } from "../audit-list-exports/schema.ts"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import {
  InvalidRequest,
  OrganisationSuspended,
  PermissionDenied,
  PlanLimitExceeded,
  PlanLimitReached,
  StepUpRequired
} from "../kernel/errors.ts"
import { InviteId, RoleId, UserId } from "../kernel/ids.ts"
import { group, route } from "../kernel/route.ts"
import {
  AlreadyMember,
  InviteInvalid,
  InviteNotFound,
  LastSuperadmin,
  MemberNotFound,
  RoleInUse,
  RoleLimitReached,
  RoleNameTaken,
  RoleNotFound,
  RoleUnknown,
  ScopeInvalid,
  SelfRemoval
} from "./errors.ts"
import {
  AcceptInvite,
  CreateInvite,
  CreateRole,
  Invite,
  MemberFilters,
  OrganisationMember,
  OrganisationRole,
  Removed,
  UpdateMember,
  UpdateRole
} from "./schema.ts"

const manage = { permission: "members_manage" } as const
/** A session alone must not give its rights to an account that outlives it (organisation-136). */
const grant = { ...manage, stepUp: "granting" } as const

const member = { userId: described(UserId, "The member") }
const invite = { id: described(InviteId, "The invitation") }
const role = { id: described(RoleId, "The role") }

/** Members of the organization (members-1). */
export class MembersApi extends HttpApiGroup.make("members")
  .add(
    HttpApiEndpoint.get("list", "/", { success: Schema.Array(OrganisationMember) }).annotateMerge(
      route(
        manage,
        "List members",
        "All members of the organization, by name, with their permissions and record access."
      )
    ),
    HttpApiEndpoint.get("export", "/export", { query: MemberFilters, success: ListCsv }).annotateMerge(
      listExport(manage, "members")
    ),
    HttpApiEndpoint.patch("update", "/:userId", {
      params: member,
      payload: UpdateMember,
      success: OrganisationMember,
      error: [ScopeInvalid, RoleUnknown, LastSuperadmin, StepUpRequired, PermissionDenied, MemberNotFound]
    }).annotateMerge(
      route(
        grant,
        "Change a member",
        "Sets the role (`role`, or `role_id` of a custom role) and the record scope (`scope`, with " +
          "`departments`; null for the role's own). Applies from the member's next request. You cannot grant more " +
          "than you hold yourself, and the last Super Admin cannot be changed. All Super Admins are notified of a " +
          "new one."
      )
    ),
    HttpApiEndpoint.delete("remove", "/:userId", {
      params: member,
      success: Removed,
      error: [SelfRemoval, PermissionDenied, MemberNotFound]
    }).annotateMerge(
      route(
        manage,
        "Remove a member",
        "Ends the member's sessions in this organization and revokes the API keys that they created and the " +
          "invitations that they sent. The account stays."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/members")
  .annotateMerge(group("Members", "Members of the organization")) {}

/** Who is to join (members-5). */
export class InvitesApi extends HttpApiGroup.make("invites")
  .add(
    HttpApiEndpoint.get("list", "/", { success: Schema.Array(Invite) }).annotateMerge(
      route(manage, "List invitations", "Open invitations, newest first.")
    ),
    HttpApiEndpoint.post("create", "/", {
      payload: CreateInvite,
      success: Invite.pipe(HttpApiSchema.status(201)),
      error: [
        ScopeInvalid,
        RoleUnknown,
        PlanLimitReached,
        PlanLimitExceeded,
        StepUpRequired,
        PermissionDenied,
        AlreadyMember
      ]
    }).annotateMerge(
      route(
        grant,
        "Invite a member",
        "Emails a link that works once, for seven days. Inviting the same email address again replaces the " +
          "invitation and its link. Open invitations take seats of the plan. At most 50 in an hour."
      )
    ),
    HttpApiEndpoint.delete("revoke", "/:id", {
      params: invite,
      success: Removed,
      error: [PermissionDenied, InviteNotFound]
    }).annotateMerge(route(manage, "Withdraw an invitation", "The link stops working immediately."))
  )
  .pipe(behindSession)
  .prefix("/api/invites")
  .annotateMerge(group("Invitations", "Invitations to the organization")) {}

/** Joining by a mailed link, without a session (members-8). */
export class InviteAcceptanceApi extends HttpApiGroup.make("invite-acceptance")
  .add(
    HttpApiEndpoint.post("accept", "/accept-invite", {
      payload: AcceptInvite,
      success: LoginAnswer,
      error: [
        InviteInvalid,
        InvalidRequest,
        PasswordRefused,
        LoginFailed,
        SsoRequired,
        EmailUnverified,
        OrganisationSuspended,
        PlanLimitReached,
        PlanLimitExceeded,
        PasswordsBusy
      ]
    }).annotateMerge(
      route(
        { open: true },
        "Accept an invitation",
        "Joins the organization and signs in. An email address without an account gets one, from `fullName` and " +
          "`password`; an existing account is confirmed with its password, and with a two-factor code if set up. " +
          "At most 10 tries in 15 minutes per IP address, and wrong passwords are slowed down as at sign-in."
      )
    )
  )
  .middleware(OpenAccess)
  .middleware(Decoding)
  .prefix("/api/auth")
  .annotateMerge(group("Joining", "Acceptance of an invitation")) {}

/** Built-in roles, and custom ones (permissions-1, members-10). */
export class RolesApi extends HttpApiGroup.make("roles")
  .add(
    HttpApiEndpoint.get("list", "/", { success: Schema.Array(OrganisationRole) }).annotateMerge(
      route(manage, "List roles", "The built-in roles, which have no id, then custom roles by name.")
    ),
    HttpApiEndpoint.post("create", "/", {
      payload: CreateRole,
      success: OrganisationRole.pipe(HttpApiSchema.status(201)),
      error: [ScopeInvalid, RoleLimitReached, PermissionDenied, RoleNameTaken]
    }).annotateMerge(
      route(
        manage,
        "Create a role",
        "A name, permissions and a record scope. You cannot grant more than you hold yourself."
      )
    ),
    HttpApiEndpoint.patch("update", "/:id", {
      params: role,
      payload: UpdateRole,
      success: OrganisationRole,
      error: [ScopeInvalid, StepUpRequired, PermissionDenied, RoleNotFound, RoleNameTaken]
    }).annotateMerge(route(grant, "Change a role", "Applies to all holders from their next request.")),
    HttpApiEndpoint.delete("remove", "/:id", {
      params: role,
      success: Removed,
      error: [PermissionDenied, RoleNotFound, RoleInUse]
    }).annotateMerge(route(manage, "Delete a role", "Refused while a member has it or an open invitation grants it."))
  )
  .pipe(behindSession)
  .prefix("/api/roles")
  .annotateMerge(group("Roles", "Permissions and record access of members")) {}
