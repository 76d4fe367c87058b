import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { Refusal } from "../kernel/refusal.ts"

/** Unknown, another organisation's, or of a case outside the caller's record scope: all answered alike. */
export class LeftBehindNotFound extends Refusal<LeftBehindNotFound>("LeftBehindNotFound")(
  { error: Schema.tag("Nothing of this id was left behind") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "LeftBehindNotFound"
}

export class LeftBehindCaseNotFound extends Refusal<LeftBehindCaseNotFound>("LeftBehindCaseNotFound")(
  { error: Schema.tag("Offboarding not found") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "LeftBehindCaseNotFound"
}

export class LeftBehindCaseCancelled extends Refusal<LeftBehindCaseCancelled>("LeftBehindCaseCancelled")(
  { error: Schema.tag("This offboarding is cancelled, so nothing of it is looked at, ended or taken over") },
  { httpApiStatus: 409 }
) {
  readonly _tag = "LeftBehindCaseCancelled"
}

/** The organisation has not turned it on. */
export class LeftBehindOff extends Refusal<LeftBehindOff>("LeftBehindOff")(
  { error: Schema.tag("What stays behind is not looked for in this organisation. Turn it on first") },
  { httpApiStatus: 409 }
) {
  readonly _tag = "LeftBehindOff"
}

/** It was ended or taken over, or stays: nobody takes it over or answers for it any more. */
export class LeftBehindSettled extends Refusal<LeftBehindSettled>("LeftBehindSettled")(
  { error: Schema.tag("This is settled already. It is pending again when a look finds it although it had ended") },
  { httpApiStatus: 409 }
) {
  readonly _tag = "LeftBehindSettled"
}

/** Found before the case was given the address of another person. */
export class LeftBehindFormer extends Refusal<LeftBehindFormer>("LeftBehindFormer")(
  {
    error: Schema.tag(
      "This belongs to the person whom the offboarding was about before its address was changed, so it is neither ended nor handed over. Settle it by hand at the app, and mark it as done"
    ),
    code: Schema.tag("former_identity")
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "LeftBehindFormer"
}

/** The case is completed, and its person is active in the directory again, or somebody else has the address. */
export class LeftBehindInUse extends Refusal<LeftBehindInUse>("LeftBehindInUse")(
  {
    error: Schema.tag(
      "The directory shows an active person with this record or email, so the apps are not asked: what they show may belong to that person"
    ),
    code: Schema.tag("address_in_use")
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "LeftBehindInUse"
}

export class NoNewOwner extends Refusal<NoNewOwner>("NoNewOwner")(
  { error: Schema.tag("Nobody is named who takes this over. Name somebody first") },
  { httpApiStatus: 409 }
) {
  readonly _tag = "NoNewOwner"
}

export class NewOwnerIsLeaver extends Refusal<NewOwnerIsLeaver>("NewOwnerIsLeaver")(
  { error: Schema.tag("email: who leaves cannot take over what they leave behind. Name somebody else") },
  { httpApiStatus: 400 }
) {
  readonly _tag = "NewOwnerIsLeaver"
}

/** Said of what stops no cut. */
export class NothingStopped extends Refusal<NothingStopped>("NothingStopped")(
  { error: Schema.tag("This does not stop the cut, so there is nothing to let go on") },
  { httpApiStatus: 409 }
) {
  readonly _tag = "NothingStopped"
}

/** The caller alone would lift a block from which they gain: a member other than the caller names the new owner first. */
export class NewOwnerUnnamed extends Refusal<NewOwnerUnnamed>("NewOwnerUnnamed")(
  {
    error: Schema.tag(
      "This blocks revocation, and no other member named its new owner. Ask another member who sees this offboarding to name the new owner, or a Super Admin to override the block"
    ),
    code: Schema.tag("new_owner_unnamed")
  },
  { httpApiStatus: 403 }
) {
  readonly _tag = "NewOwnerUnnamed"
}

/** What stops the cut of one app. */
export const Blocker = Schema.Struct({
  id: described(Schema.String, "Of the item", { example: "7b0e9c52-6a54-4f0e-9d0f-6b8f4d6c1a2e" }),
  service: described(Schema.String, "The app by its name", { example: "github" }),
  why: described(Schema.String, "What stops the cut", { example: "Last owner of acme" })
})
export type Blocker = typeof Blocker.Type

/** A cut that would leave something without anybody: somebody takes over first, or a Super Admin says go. */
export class TakeoverNeeded extends Refusal<TakeoverNeeded>("TakeoverNeeded")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example:
        "The access is not cut yet: Last owner of acme (github). Name who takes over and have them accept, let a Super Admin say go, or name the other apps alone"
    }),
    code: Schema.tag("takeover_needed"),
    blockers: described(Schema.Array(Blocker), "What stops it")
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "TakeoverNeeded"
}
