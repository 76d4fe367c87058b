import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { Refusal, sentence } from "../kernel/refusal.ts"

/** Unknown, another organisation's, or of a case outside the caller's record scope: all answered alike. */
export class LeftBehindNotFound extends Refusal<LeftBehindNotFound>()("LeftBehindNotFound", 404, {
  error: Schema.tag("Nothing of this id was left behind")
}) {}

export class LeftBehindCaseNotFound extends Refusal<LeftBehindCaseNotFound>()("LeftBehindCaseNotFound", 404, {
  error: Schema.tag("Offboarding not found")
}) {}

export class LeftBehindCaseCancelled extends Refusal<LeftBehindCaseCancelled>()("LeftBehindCaseCancelled", 409, {
  error: Schema.tag("This offboarding is cancelled, so nothing of it is looked at, ended or taken over")
}) {}

/** The organisation has not turned it on. */
export class LeftBehindOff extends Refusal<LeftBehindOff>()("LeftBehindOff", 409, {
  error: Schema.tag("What stays behind is not looked for in this organisation. Turn it on first")
}) {}

/** It was ended or taken over, or stays: nobody takes it over or answers for it any more. */
export class LeftBehindSettled extends Refusal<LeftBehindSettled>()("LeftBehindSettled", 409, {
  error: Schema.tag("This is settled already. It is pending again when a look finds it although it had ended")
}) {}

/** Found before the case was given the address of another person. */
export class LeftBehindFormer extends Refusal<LeftBehindFormer>()("LeftBehindFormer", 409, {
  error: Schema.tag(
    "This belongs to the person whom the offboarding was about before its address was changed, so it is neither ended nor handed over. Settle it by hand at the app, and mark it as done"
  ),
  code: Schema.tag("former_identity")
}) {}

/** The case is completed, and its person is active in the directory again, or somebody else has the address. */
export class LeftBehindInUse extends Refusal<LeftBehindInUse>()("LeftBehindInUse", 409, {
  error: Schema.tag(
    "The directory shows an active person with this record or email, so the apps are not asked: what they show may belong to that person"
  ),
  code: Schema.tag("address_in_use")
}) {}

export class NoNewOwner extends Refusal<NoNewOwner>()("NoNewOwner", 409, {
  error: Schema.tag("Nobody is named who takes this over. Name somebody first")
}) {}

export class NewOwnerIsLeaver extends Refusal<NewOwnerIsLeaver>()("NewOwnerIsLeaver", 400, {
  error: Schema.tag("email: who leaves cannot take over what they leave behind. Name somebody else")
}) {}

/** Said of what stops no cut. */
export class NothingStopped extends Refusal<NothingStopped>()("NothingStopped", 409, {
  error: Schema.tag("This does not stop the cut, so there is nothing to let go on")
}) {}

/** The caller alone would lift a block from which they gain: a member other than the caller names the new owner first. */
export class NewOwnerUnnamed extends Refusal<NewOwnerUnnamed>()("NewOwnerUnnamed", 403, {
  error: Schema.tag(
    "This blocks revocation, and no other member named its new owner. Ask another member who sees this offboarding to name the new owner, or a Super Admin to override the block"
  ),
  code: Schema.tag("new_owner_unnamed")
}) {}

/** What stops the cut of one app. */
export const Blocker = Schema.Struct({
  id: described(Schema.String, "Of the item", { example: "7b0e9c52-6a54-4f0e-9d0f-6b8f4d6c1a2e" }),
  service: described(Schema.String, "The app by its name", { example: "github" }),
  why: described(Schema.String, "What stops the cut", { example: "Last owner of acme" })
})
export type Blocker = typeof Blocker.Type

/** A cut that would leave something without anybody: somebody takes over first, or a Super Admin says go. */
export class TakeoverNeeded extends Refusal<TakeoverNeeded>()("TakeoverNeeded", 409, {
  error: sentence(
    "The access is not cut yet: Last owner of acme (github). Name who takes over and have them accept, let a Super Admin say go, or name the other apps alone"
  ),
  code: Schema.tag("takeover_needed"),
  blockers: described(Schema.Array(Blocker), "What stops it")
}) {}
