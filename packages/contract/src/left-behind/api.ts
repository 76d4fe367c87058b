import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { PermissionDenied, StepUpRequired } from "../kernel/errors.ts"
import { OffboardingId } from "../kernel/ids.ts"
import { group, route } from "../kernel/route.ts"
import {
  LeftBehindCaseCancelled,
  LeftBehindCaseNotFound,
  LeftBehindFormer,
  LeftBehindInUse,
  LeftBehindNotFound,
  LeftBehindOff,
  LeftBehindSettled,
  NewOwnerIsLeaver,
  NewOwnerUnnamed,
  NoNewOwner,
  NothingStopped
} from "./errors.ts"
import {
  AcceptLeftBehind,
  CaseLeftBehind,
  DoneByHand,
  LeftBehindId,
  LeftBehindItem,
  LeftBehindPage,
  LeftBehindSettings,
  ListLeftBehind,
  LookQueued,
  SayGo,
  SetSuccessors,
  Successors,
  TransferLeftBehind
} from "./schema.ts"

const ofCase = { id: described(OffboardingId, "The offboarding") }
const ofItem = { id: described(LeftBehindId, "What was left behind") }

/** What lives on of leavers although their accounts are off. */
export class LeftBehindApi extends HttpApiGroup.make("left-behind")
  .add(
    HttpApiEndpoint.get("ofCase", "/employees/:id/left-behind", {
      params: ofCase,
      success: CaseLeftBehind,
      error: LeftBehindCaseNotFound
    }).annotateMerge(
      route(
        { permission: "offboardings_view" },
        "Show what a leaver leaves behind",
        "Keys, tokens, grants, forwardings, ownerships and agents at the apps of the offboarding, and of each kind " +
          "whether it could be seen. What a missing permission hides is named, never shown as nothing."
      )
    ),
    HttpApiEndpoint.post("look", "/employees/:id/left-behind/look", {
      params: ofCase,
      success: LookQueued.pipe(HttpApiSchema.status(202)),
      error: [LeftBehindCaseNotFound, LeftBehindCaseCancelled, LeftBehindOff, LeftBehindInUse]
    }).annotateMerge(
      route(
        { permission: "access_revoke" },
        "Look again",
        "Asks the apps anew what the person leaves behind: they are only read. Answers at once."
      )
    ),
    HttpApiEndpoint.get("list", "/left-behind", { query: ListLeftBehind, success: LeftBehindPage }).annotateMerge(
      route(
        { permission: "offboardings_view" },
        "List what leavers leave behind",
        "Of all offboardings within the caller's records, the latest found first; a cancelled one leaves nothing behind. " +
          "With `offered_to_me` what waits for the caller's yes, whosever offboarding it is."
      )
    ),
    HttpApiEndpoint.get("settings", "/left-behind/settings", { success: LeftBehindSettings }).annotateMerge(
      route(
        { permission: "offboardings_view" },
        "Show whether what stays behind is looked for",
        "Off until somebody turns it on."
      )
    ),
    HttpApiEndpoint.put("setSettings", "/left-behind/settings", {
      payload: LeftBehindSettings,
      success: LeftBehindSettings
    }).annotateMerge(
      route(
        { permission: "settings_manage", records: "all" },
        "Turn the look for what stays behind on or off",
        "On: the apps of open offboardings are asked from now on, what they show ends with the access, and what is " +
          "pending holds up the completion. Off: nothing more is asked or ended, and no cut waits for what was found."
      )
    ),
    HttpApiEndpoint.get("successors", "/left-behind/successors", { success: Successors }).annotateMerge(
      route(
        { permission: "offboardings_view" },
        "Show who takes over by default",
        "By kind; where none is named it is the leaver's manager."
      )
    ),
    HttpApiEndpoint.put("setSuccessors", "/left-behind/successors", {
      payload: SetSuccessors,
      success: Successors
    }).annotateMerge(
      route(
        { permission: "access_revoke", records: "all" },
        "Set who takes over by default",
        "All of them at once. It holds for what is found from now on."
      )
    ),
    HttpApiEndpoint.post("transfer", "/left-behind/:id/transfer", {
      params: ofItem,
      payload: TransferLeftBehind,
      success: LeftBehindItem,
      error: [
        LeftBehindNotFound,
        LeftBehindCaseCancelled,
        LeftBehindFormer,
        LeftBehindSettled,
        NewOwnerIsLeaver,
        NewOwnerUnnamed
      ]
    }).annotateMerge(
      route(
        { permission: "access_revoke" },
        "Name who takes over",
        "They are told, and accept it; the app is called once they have, at the latest with the cut. What only a " +
          "person can hand over at the app is theirs to receive. Naming yourself accepts it, and is refused for what blocks " +
          "revocation."
      )
    ),
    HttpApiEndpoint.post("acceptTransfer", "/left-behind/:id/accept-transfer", {
      params: ofItem,
      success: LeftBehindItem,
      error: [
        LeftBehindNotFound,
        LeftBehindCaseCancelled,
        LeftBehindFormer,
        LeftBehindSettled,
        NoNewOwner,
        NewOwnerUnnamed,
        StepUpRequired,
        PermissionDenied
      ]
    }).annotateMerge(
      route(
        { permission: "offboardings_view" },
        "Take over",
        "By the new owner, when they are a member; else by whoever holds `access_revoke`, for them. Accepting once " +
          "more changes nothing. Outside of the caller's records only what another member named them for. What blocks " +
          "revocation needs a recent step-up, else 428, and a new owner whom a member other than the caller named."
      )
    ),
    HttpApiEndpoint.post("accept", "/left-behind/:id/accept", {
      params: ofItem,
      payload: AcceptLeftBehind,
      success: LeftBehindItem,
      error: [LeftBehindNotFound, LeftBehindCaseCancelled, LeftBehindSettled, NewOwnerUnnamed, StepUpRequired]
    }).annotateMerge(
      route(
        { permission: "access_revoke" },
        "Let it stay",
        "It is not ended; who said so and why is kept. What blocks revocation needs a recent step-up, else 428, and " +
          "is not settled by its new owner alone."
      )
    ),
    HttpApiEndpoint.post("done", "/left-behind/:id/done", {
      params: ofItem,
      payload: DoneByHand,
      success: LeftBehindItem,
      error: [LeftBehindNotFound, LeftBehindCaseCancelled, LeftBehindSettled, NewOwnerUnnamed, StepUpRequired]
    }).annotateMerge(
      route(
        { permission: "access_revoke" },
        "Say that it was ended by hand",
        "Or handed over, where somebody had accepted it. A later look that still shows it makes it pending again. " +
          "What blocks revocation needs a recent step-up, else 428, and is not settled by its new owner alone."
      )
    ),
    HttpApiEndpoint.post("go", "/left-behind/:id/go", {
      params: ofItem,
      payload: SayGo,
      success: LeftBehindItem,
      error: [LeftBehindNotFound, LeftBehindCaseCancelled, LeftBehindFormer, LeftBehindSettled, NothingStopped]
    }).annotateMerge(
      route(
        { role: "superadmin", stepUp: "last" },
        "Let the cut go on",
        "Although nobody takes over what stops it. Super Admins only."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api")
  .annotateMerge(group("What stays behind", "Credentials, grants, ownerships and agents of leavers that live on")) {}
