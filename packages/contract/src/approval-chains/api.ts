import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { ApprovalChainId } from "../kernel/ids.ts"
import { ApprovalChainInUse, ApprovalChainLimitReached, ApprovalChainNotFound, ApproverUnknown } from "./errors.ts"
import {
  ApprovalChain,
  ApprovalChainPage,
  CreateApprovalChain,
  ListApprovalChains,
  UpdateApprovalChain
} from "./schema.ts"

const params = { id: described(ApprovalChainId, "The chain") }

const read = { permission: "offboardings_create", feature: "managerInitiation" } as const
const manage = { permission: "settings_manage", feature: "managerInitiation" } as const

/** Who has to agree before an offboarding begins (approvals-9). */
export class ApprovalChainsApi extends HttpApiGroup.make("approval-chains")
  .add(
    HttpApiEndpoint.get("list", "/", { query: ListApprovalChains, success: ApprovalChainPage })
      .annotateMerge(
        OpenApi.annotations({ summary: "List approval chains", description: "By name, for whoever may submit." })
      )
      .annotate(Requires, read),
    HttpApiEndpoint.get("get", "/:id", { params, success: ApprovalChain, error: ApprovalChainNotFound })
      .annotateMerge(OpenApi.annotations({ summary: "View an approval chain", description: "Its steps in order." }))
      .annotate(Requires, read),
    HttpApiEndpoint.post("create", "/", {
      payload: CreateApprovalChain,
      success: ApprovalChain.pipe(HttpApiSchema.status(201)),
      error: [ApproverUnknown, ApprovalChainLimitReached]
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Create an approval chain",
          description:
            "1 to 10 steps, each the turn of one member (`approver_id`) or of whoever holds a role (`approver_role`: a " +
            "built-in one, or the id of one of your own)."
        })
      )
      .annotate(Requires, manage),
    HttpApiEndpoint.patch("update", "/:id", {
      params,
      payload: UpdateApprovalChain,
      success: ApprovalChain,
      error: [ApproverUnknown, ApprovalChainNotFound]
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Change an approval chain",
          description: "Initiations that run on it already go on with the steps that they began with."
        })
      )
      .annotate(Requires, manage),
    HttpApiEndpoint.delete("remove", "/:id", {
      params,
      success: Schema.Struct({ success: Schema.tag(true) }),
      error: [ApprovalChainNotFound, ApprovalChainInUse]
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Delete an approval chain",
          description: "Refused while it is the default or an initiation that waits for approval runs on it."
        })
      )
      .annotate(Requires, manage)
  )
  .pipe(behindSession)
  .prefix("/api/approval-chains")
  .annotateMerge(
    OpenApi.annotations({ title: "Approval chains", description: "Who has to agree before an offboarding begins" })
  ) {}
