import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { ListCsv, listExport, wholeList } from "../audit-list-exports/schema.ts"
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
const ofItem = { id: described(LeftBehindId, "The orphaned item") }

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
        "List the orphaned items of an offboarding",
        "Keys, tokens, grants, forwarding, ownerships and agents at the apps of the offboarding, and whether " +
          "each kind could be read. Items that a missing permission hides are listed as not visible, never as none."
      )
    ),
    HttpApiEndpoint.post("look", "/employees/:id/left-behind/look", {
      params: ofCase,
      success: LookQueued.pipe(HttpApiSchema.status(202)),
      error: [LeftBehindCaseNotFound, LeftBehindCaseCancelled, LeftBehindOff, LeftBehindInUse]
    }).annotateMerge(
      route(
        { permission: "access_revoke" },
        "Scan again",
        "Reads the apps again for orphaned items; it changes nothing there. Answers immediately."
      )
    ),
    HttpApiEndpoint.get("list", "/left-behind", { query: ListLeftBehind, success: LeftBehindPage }).annotateMerge(
      route(
        { permission: "offboardings_view" },
        "List orphaned items",
        "From all offboardings in the caller's record scope, latest first; canceled offboardings are excluded. " +
          "With `offered_to_me`, items waiting for the caller's acceptance, from any offboarding."
      )
    ),
    HttpApiEndpoint.get("export", "/left-behind/export", {
      query: wholeList(ListLeftBehind),
      success: ListCsv
    }).annotateMerge(listExport({ permission: "offboardings_view" }, "orphaned items")),
    HttpApiEndpoint.get("settings", "/left-behind/settings", { success: LeftBehindSettings }).annotateMerge(
      route({ permission: "offboardings_view" }, "View whether scanning for orphaned items is on", "Default: off.")
    ),
    HttpApiEndpoint.put("setSettings", "/left-behind/settings", {
      payload: LeftBehindSettings,
      success: LeftBehindSettings
    }).annotateMerge(
      route(
        { permission: "settings_manage", records: "all" },
        "Turn scanning for orphaned items on or off",
        "On: the apps of open offboardings are scanned from now on, found items end with the access, and pending " +
          "items block completion. Off: nothing more is scanned or ended, and earlier findings no longer block " +
          "revocation."
      )
    ),
    HttpApiEndpoint.get("successors", "/left-behind/successors", { success: Successors }).annotateMerge(
      route(
        { permission: "offboardings_view" },
        "View default owners",
        "By kind. Without a default, the new owner is the person's manager."
      )
    ),
    HttpApiEndpoint.put("setSuccessors", "/left-behind/successors", {
      payload: SetSuccessors,
      success: Successors
    }).annotateMerge(
      route(
        { permission: "access_revoke", records: "all" },
        "Set default owners",
        "Replaces the whole list. Applies to items found from now on."
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
        "Assign a new owner",
        "The new owner is notified and accepts the item; the app is called after that, at the latest with the " +
          "revocation. Items that can only be transferred at the app are for the new owner to take over there. " +
          "Assigning yourself accepts the item, and is refused for an item that blocks revocation."
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
        "Take over an orphaned item",
        "By the new owner, if they are a member; else by a member with `access_revoke` on their behalf. " +
          "Accepting again changes nothing. Outside the caller's record scope only for items that another member " +
          "assigned to them. An item that blocks revocation needs a recent step-up, else 428, and a new owner " +
          "assigned by another member."
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
        "Accept the risk",
        "The item is not ended; the decision is recorded with its reason. An item that blocks revocation needs a " +
          "recent step-up, else 428, and its new owner alone cannot decide it."
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
        "Mark as ended",
        "Confirms manually that the item was ended, or transferred if a new owner had accepted it. If a later " +
          "scan still finds it, it is pending again. An item that blocks revocation needs a recent step-up, else " +
          "428, and its new owner alone cannot mark it."
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
        "Override the block",
        "Revokes although an item that blocks revocation has no new owner. Super Admins only."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api")
  .annotateMerge(
    group("Orphaned items", "Credentials, grants, ownerships and agents of leavers that outlive the account")
  ) {}
