import { Layer } from "effect"
import * as Employees from "./employees/index.ts"
import * as Checklists from "./checklists/index.ts"
import * as ChecklistTemplates from "./checklist-templates/index.ts"
import * as Assets from "./assets/index.ts"
import * as Documents from "./documents/index.ts"
import * as DocumentTemplates from "./document-templates/index.ts"
import * as ESignature from "./esignature/index.ts"
import * as Revocations from "./revocations/index.ts"
import * as ResidualAccess from "./residual-access/index.ts"
import * as Entitlements from "./entitlements/index.ts"
import * as AccessReturns from "./access-returns/index.ts"
import * as LeftBehind from "./left-behind/index.ts"
import * as ItTickets from "./it-tickets/index.ts"
import * as ExitInterviews from "./exit-interviews/index.ts"
import * as Sms from "./sms/index.ts"

/** What is to be done when somebody leaves. Lowest last. */
export const services = Layer.mergeAll(
  ItTickets.services,
  ExitInterviews.services,
  DocumentTemplates.services,
  ESignature.services,
  AccessReturns.services
).pipe(
  Layer.provideMerge(Revocations.services),
  Layer.provideMerge(LeftBehind.services),
  Layer.provideMerge(Entitlements.services),
  Layer.provideMerge(ResidualAccess.services),
  Layer.provideMerge(Layer.mergeAll(Assets.services, Documents.services)),
  Layer.provideMerge(ChecklistTemplates.services),
  Layer.provideMerge(Checklists.services),
  Layer.provideMerge(Sms.services),
  Layer.provideMerge(Employees.services)
)
export const http = Layer.mergeAll(
  Employees.http,
  Checklists.http,
  ChecklistTemplates.http,
  Assets.http,
  Documents.http,
  DocumentTemplates.http,
  ESignature.http,
  Revocations.http,
  ResidualAccess.http,
  LeftBehind.http,
  Entitlements.http,
  AccessReturns.http,
  ItTickets.http,
  ExitInterviews.http,
  Sms.http
)
export const loops = Layer.mergeAll(
  Checklists.loops,
  Assets.loops,
  Documents.loops,
  ESignature.loops,
  Revocations.loops,
  ResidualAccess.loops,
  LeftBehind.loops,
  AccessReturns.loops,
  ItTickets.loops,
  Sms.loops
)
export const reactions = Layer.mergeAll(
  ResidualAccess.reactions,
  LeftBehind.reactions,
  ItTickets.reactions,
  Sms.reactions
)
