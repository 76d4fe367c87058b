import { Layer } from "effect"
import * as Employees from "./employees/index.ts"
import * as Checklists from "./checklists/index.ts"
import * as ChecklistTemplates from "./checklist-templates/index.ts"
import * as Assets from "./assets/index.ts"
import * as Documents from "./documents/index.ts"
import * as DocumentTemplates from "./document-templates/index.ts"
import * as ESignature from "./esignature/index.ts"
import * as Comments from "./comments/index.ts"
import * as ItTickets from "./it-tickets/index.ts"
import * as ExitInterviews from "./exit-interviews/index.ts"
import * as Sms from "./sms/index.ts"

/** Tasks, equipment, and documents of offboardings. Lowest last. */
export const services = Layer.mergeAll(
  ItTickets.services,
  ExitInterviews.services,
  DocumentTemplates.services,
  Comments.services
).pipe(
  Layer.provideMerge(Layer.mergeAll(Assets.services, Documents.services)),
  Layer.provideMerge(ChecklistTemplates.services),
  Layer.provideMerge(Checklists.services),
  Layer.provideMerge(Sms.services),
  Layer.provideMerge(Employees.services)
)
/** Asks whether the signer's mailbox was revoked, so it comes after the removal of access. */
export const signing = ESignature.services
export const http = Layer.mergeAll(
  Employees.http,
  Checklists.http,
  ChecklistTemplates.http,
  Assets.http,
  Documents.http,
  DocumentTemplates.http,
  ESignature.http,
  ItTickets.http,
  ExitInterviews.http,
  Sms.http,
  Comments.http
)
export const loops = Layer.mergeAll(
  Checklists.loops,
  Assets.loops,
  Documents.loops,
  ESignature.loops,
  ItTickets.loops,
  Sms.loops
)
export const reactions = Layer.mergeAll(ItTickets.reactions, Sms.reactions)
