import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { Refusal, sentence } from "../kernel/refusal.ts"

/** Unknown, another organization's, or of a case outside the caller's record scope: one response. */
export class LeftBehindNotFound extends Refusal<LeftBehindNotFound>()("LeftBehindNotFound", 404, {
  error: Schema.tag("Orphaned item not found")
}) {}

export class LeftBehindCaseNotFound extends Refusal<LeftBehindCaseNotFound>()("LeftBehindCaseNotFound", 404, {
  error: Schema.tag("Offboarding not found")
}) {}

export class LeftBehindCaseCancelled extends Refusal<LeftBehindCaseCancelled>()("LeftBehindCaseCancelled", 409, {
  error: Schema.tag("This offboarding is canceled, so its items cannot be scanned, ended or taken over")
}) {}

/** The organization has not turned it on. */
export class LeftBehindOff extends Refusal<LeftBehindOff>()("LeftBehindOff", 409, {
  error: Schema.tag("Scanning for orphaned items is off in this organization. Turn it on first")
}) {}

/** It was ended, transferred, or accepted: it can no longer be taken over. */
export class LeftBehindSettled extends Refusal<LeftBehindSettled>()("LeftBehindSettled", 409, {
  error: Schema.tag("This item is already resolved. It becomes pending again if a scan still finds it")
}) {}

/** Found before the case was given the address of another person. */
export class LeftBehindFormer extends Refusal<LeftBehindFormer>()("LeftBehindFormer", 409, {
  error: Schema.tag(
    "This item belongs to the previous person of this offboarding, from before the email address was changed, so it cannot be ended or transferred here. Resolve it at the app, then mark it as ended"
  ),
  code: Schema.tag("former_identity")
}) {}

/** The case is completed, and its person is active in the directory again, or another person has the email. */
export class LeftBehindInUse extends Refusal<LeftBehindInUse>()("LeftBehindInUse", 409, {
  error: Schema.tag(
    "The directory has an active person with this record or email address, so the apps are not scanned: their items could belong to that person"
  ),
  code: Schema.tag("address_in_use")
}) {}

export class NoNewOwner extends Refusal<NoNewOwner>()("NoNewOwner", 409, {
  error: Schema.tag("This item has no new owner. Assign one first")
}) {}

export class NewOwnerIsLeaver extends Refusal<NewOwnerIsLeaver>()("NewOwnerIsLeaver", 400, {
  error: Schema.tag("email: The departing employee cannot be the new owner. Choose another person")
}) {}

/** Said of what stops no cut. */
export class NothingStopped extends Refusal<NothingStopped>()("NothingStopped", 409, {
  error: Schema.tag("This item does not block revocation, so there is nothing to override")
}) {}

/** The caller alone would lift a block from which they gain: a member other than the caller names the new owner first. */
export class NewOwnerUnnamed extends Refusal<NewOwnerUnnamed>()("NewOwnerUnnamed", 403, {
  error: Schema.tag(
    "This item blocks revocation, and no other member has assigned its new owner. Ask another member who sees this offboarding to assign the new owner, or a Super Admin to override the block"
  ),
  code: Schema.tag("new_owner_unnamed")
}) {}

/** What blocks revocation of one app. */
export const Blocker = Schema.Struct({
  id: described(Schema.String, "Of the item", { example: "7b0e9c52-6a54-4f0e-9d0f-6b8f4d6c1a2e" }),
  service: described(Schema.String, "The app by its name", { example: "github" }),
  why: described(Schema.String, "What blocks revocation", { example: "Last owner of acme" })
})
export type Blocker = typeof Blocker.Type

/** A revocation that would orphan something: it needs a new owner first, or a Super Admin's override. */
export class TakeoverNeeded extends Refusal<TakeoverNeeded>()("TakeoverNeeded", 409, {
  error: sentence(
    "Access cannot be revoked yet: Last owner of acme (github). Assign a new owner and have them accept, ask a Super Admin to override the block, or revoke only the other apps"
  ),
  code: Schema.tag("takeover_needed"),
  blockers: described(Schema.Array(Blocker), "What blocks it")
}) {}
